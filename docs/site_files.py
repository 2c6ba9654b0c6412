# SPDX-License-Identifier: GPL-3.0-or-later
"""A hook of MkDocs, which takes all that lies in docs/ for a part of the site: the scripts beside the pages are not.
The theme's own files come from elsewhere."""
SUFFIXES = (".md", ".css", ".png", ".svg")


def on_files(files, config):
    for file in list(files):
        if file.abs_src_path.startswith(config["docs_dir"]) and not file.src_uri.endswith(SUFFIXES):
            files.remove(file)
    return files
