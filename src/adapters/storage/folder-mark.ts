/** A file in the folder of files that isn't one of them: it tells one folder from another. */
export const folderMark = "folder-id";
