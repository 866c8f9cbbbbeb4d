module linkerd-multus/pause

go 1.26.0
