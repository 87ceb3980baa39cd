import { chmod, mkdir } from "node:fs/promises";

/** Makes a folder that nobody but its owner enters; one that is there already is closed to others. */
export const closeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
};
