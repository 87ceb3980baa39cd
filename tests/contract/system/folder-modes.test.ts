import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { folderMailer } from "../../../src/adapters/mail/folder-mailer";
import { serverSecret } from "../../../src/adapters/security/server-secret";
import { diskFileStore } from "../../../src/adapters/storage/disk-file-store";
import { openFiles } from "../../../src/composition/adapters/files";
import { type Config, readConfig } from "../../../src/config/config";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-modes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configOf = (dataDir: string): Config => {
  const config = readConfig({ PARLEY_DATA_DIR: dataDir });
  if (!E.isRight(config)) throw new Error(config.left);
  return config.right;
};

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Like PostgreSQL's account, when root starts the server, others may pass through the data folder. */
const closed = process.getuid?.() === 0 ? "711" : "700";

/** Does some work as a process whose new files have all permissions that the mask leaves. */
const underMask = async (mask: number, work: () => unknown): Promise<void> => {
  const before = process.umask(mask);
  try {
    await work();
  } finally {
    process.umask(before);
  }
};

test.each([0o000, 0o002, 0o022, 0o077])(
  "nobody else can list or change a new data folder, with the umask %o",
  async (mask) => {
    const data = join(folder, "data");
    await underMask(mask, () => serverSecret(data));
    expect([modeOf(data), modeOf(join(data, "secret"))]).toEqual([closed, "600"]);
  },
);

test.each<[string, (dataDir: string) => unknown]>([
  ["its secret there", serverSecret],
  ["only files there", (dataDir) => openFiles(configOf(dataDir), "disk")],
])("the next start of a server with %s closes a data folder that was left open", async (_what, start) => {
  const data = join(folder, "data");
  mkdirSync(data);
  chmodSync(data, 0o777);
  await start(data);
  expect(modeOf(data)).toBe(closed);
});

test("a data folder that is closed to everybody else stays so", () => {
  mkdirSync(join(folder, "data"), { mode: 0o700 });
  serverSecret(join(folder, "data"));
  expect(modeOf(join(folder, "data"))).toBe("700");
});

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
  await openFiles(configOf(folder), "disk");
  expect(modeOf(join(folder, "files"))).toBe("700");
});

test("only the owner can enter the folder of stored mail", async () => {
  mkdirSync(join(folder, "mail"));
  chmodSync(join(folder, "mail"), 0o755);
  await folderMailer(join(folder, "mail")).list();
  expect(modeOf(join(folder, "mail"))).toBe("700");
});
