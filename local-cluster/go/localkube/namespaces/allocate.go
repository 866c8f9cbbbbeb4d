// SPDX-License-Identifier: Apache-2.0

package namespaces

import (
	"fmt"

	securityv1 "github.com/openshift/api/security/v1"
	"github.com/openshift/library-go/pkg/security/uid"
)

const (
	// firstUID is where OpenShift's default range for namespaces, 1000000000-1999999999/10000, begins.
	firstUID  = 1000000000
	blockSize = 10000
	blocks    = 100000
	// firstBlock is the first that is given away. OpenShift's own namespaces take those before it, so that people's
	// namespaces there have numbers like the ones that are given here.
	firstBlock = 65
	// labelsPerNamespace is OpenShift's default: how far the SELinux labels of two namespaces are apart.
	labelsPerNamespace = 5
)

// lowestFree returns the lowest block that none of the ranges touches, as namespaces have them in their annotation.
// A range that cannot be read takes no block.
func lowestFree(ranges []string) (int, error) {
	taken := map[int]bool{}
	for _, text := range ranges {
		block, err := uid.ParseBlock(text)
		if err != nil || block.Start < firstUID || block.End < block.Start {
			continue
		}
		last := min((int(block.End)-firstUID)/blockSize, blocks)
		for number := (int(block.Start) - firstUID) / blockSize; number <= last; number++ {
			taken[number] = true
		}
	}
	for number := firstBlock; number < blocks; number++ {
		if !taken[number] {
			return number, nil
		}
	}
	return 0, fmt.Errorf("all %d blocks are taken", blocks-firstBlock)
}

// annotationsOf returns what a namespace with this block gets.
func annotationsOf(block int) map[string]string {
	ids := fmt.Sprintf("%d/%d", firstUID+block*blockSize, blockSize)
	return map[string]string{
		securityv1.UIDRangeAnnotation:           ids,
		securityv1.SupplementalGroupsAnnotation: ids,
		securityv1.MCSAnnotation:                label(block * labelsPerNamespace),
	}
}

// label returns the SELinux level with the offset's pair of categories: (1,0), (2,0), (2,1), (3,0) and so on.
func label(offset int) string {
	higher := 1
	for ; offset >= higher; higher++ {
		offset -= higher
	}
	return fmt.Sprintf("s0:c%d,c%d", higher, offset)
}
