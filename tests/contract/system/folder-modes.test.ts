import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { folderMailer } from "../../../src/adapters/mail/folder-mailer";
import { diskFileStore } from "../../../src/adapters/storage/disk-file-store";
import { openFiles } from "../../../src/composition/adapters/files";
import { readConfig } from "../../../src/config/config";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-modes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

async function* hello() {
  yield Buffer.from("hello");
}

test("only the owner can enter the folder of files", async () => {
  await diskFileStore(join(folder, "files")).put("files/1/aa/x/a.txt", hello());
  expect(modeOf(join(folder, "files"))).toBe("700");
});

test("the next start closes a folder of files that older versions left open", async () => {
  mkdirSync(join(folder, "files"));
  chmodSync(join(folder, "files"), 0o755);
  const config = readConfig({ PARLEY_DATA_DIR: folder });
  if (!E.isRight(config)) throw new Error(config.left);
  await openFiles(config.right, "disk");
  expect(modeOf(join(folder, "files"))).toBe("700");
});

test("only the owner can enter the folder of stored mail", async () => {
  mkdirSync(join(folder, "mail"));
  chmodSync(join(folder, "mail"), 0o755);
  await folderMailer(join(folder, "mail")).list();
  expect(modeOf(join(folder, "mail"))).toBe("700");
});
