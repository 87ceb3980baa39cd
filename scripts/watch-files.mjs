// Watches folders, not files: most programs save a file by renaming another one to its name, and a watch on the file would
// stay with the one that was replaced.
import { readdirSync, statSync, watch } from "node:fs";
import { basename, join, sep } from "node:path";

/** Editors, git and sed write temporary files beside these. */
const isSource = (path) => /^[^.].*\.(?:css|json|tsx?)$/.test(basename(path));

/** Calls `onChange` with each source file below the folder that is saved, moved or deleted, and with each deleted folder. */
export const watchFiles = (top, onChange) => {
  const watchers = new Map();

  const unfollow = (folder) => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };

  const follow = (folder, onFound) => {
    try {
      const watcher = watch(folder, (kind, name) => {
        if (name !== null) take(kind, join(folder, name));
      });
      watcher.on("error", () => unfollow(folder));
      watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) follow(path, onFound);
        else if (isSource(path)) onFound(path);
      }
    } catch (error) {
      // The folder was deleted meanwhile.
      if (error.code !== "ENOENT") throw error;
    }
  };

  const take = (kind, path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const wasFolder = watchers.has(path);
    if (isFolder && (kind === "rename" || !wasFolder)) {
      // Another folder may have taken its name, with files that nothing has reported.
      unfollow(path);
      follow(path, onChange);
    } else if (wasFolder && !isFolder) {
      unfollow(path);
      onChange(path);
    } else if (!isFolder && isSource(path)) onChange(path);
  };

  follow(top, () => undefined);
};
