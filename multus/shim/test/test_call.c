// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/call.h"
#include "src/spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// A limit that nothing fits in stands for memory that is not to be had.
static void a_del_without_memory_for_its_folders_leaves_the_root_alone(void) {
    struct failure failure = failure_none();
    struct call call = call_of((struct environment){COMMAND_DEL, "DEL", "units", "", "eth0", false});
    struct spool_entry entry = {"units", "eth0", "", {"", 0}};
    char name[SPOOL_NAME_LENGTH];
    char path[SPOOL_NAME_LENGTH + sizeof "/spool/"];
    spool_name(&entry, name);
    snprintf(path, sizeof path, "/spool/%s", name);
    CHECK(config_open(text_of("{\"name\":\"a\"}"), &call.root, &failure));
    call.config.socket_folder = buffer_of(0);
    call.config.cni_folder = buffer_of(0);
    CHECK(setenv("CNI_COMMAND", "DEL", 1) == 0);
    call_del(&call, &failure);
    CHECK(unlink(path) != 0);
    CHECK_FAILURE(&failure, CNI_INTERNAL, "CmdDel (shim): invalid CNI configuration passed to multus-shim: ");
    call_free(&call);
    clearenv();
}

void test_call(void) {
    a_del_without_memory_for_its_folders_leaves_the_root_alone();
}
