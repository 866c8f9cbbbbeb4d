// SPDX-License-Identifier: Apache-2.0
// Puts each file of a folder through an entry, for a compiler that has no libFuzzer.
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 65536U

static int replay(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    // In memory of its own length, so that reading beyond it is seen.
    char *large = malloc(LARGEST);
    size_t length = large == NULL ? 0 : fread(large, 1, LARGEST, file);
    uint8_t *bytes = malloc(length == 0 ? 1 : length);
    if (bytes != NULL && large != NULL) {
        memcpy(bytes, large, length);
        LLVMFuzzerTestOneInput(bytes, length);
    }
    free(bytes);
    free(large);
    fclose(file);
    return 1;
}

int main(int count, char **arguments) {
    DIR *names = count == 2 ? opendir(arguments[1]) : NULL;
    if (names == NULL) {
        return 2;
    }
    int replayed = 0;
    for (struct dirent *next = readdir(names); next != NULL; next = readdir(names)) {
        replayed += next->d_name[0] == '.' ? 0 : replay(arguments[1], next->d_name);
    }
    closedir(names);
    printf("%d inputs of %s\n", replayed, arguments[1]);
    return replayed == 0 ? 1 : 0;
}
