import { sha256 } from "../adapters/storage/sha256";
import { migrateFiles as migrate } from "../application/uploads/migrate-files";
import { openFiles } from "../composition/adapters/files";
import type { Config } from "../config/config";
import { pluralized } from "../domain/text/pluralized";
import { bytesIn } from "../domain/units/size";

const reportEvery = 100;
const mostNamed = 20;

/** Copies all files from one storage to the other, prints a summary, and fails if any file wasn't copied. */
export const migrateFiles = async (config: Config, to: string): Promise<void> => {
  if (to !== "disk" && to !== "s3") throw new Error(`--to must be disk or s3; it is "${to}"`);
  const source = await openFiles(config, to === "s3" ? "disk" : "s3");
  const target = await openFiles(config, to);
  try {
    const { copied, present, gone, bytes, failed } = await migrate({
      from: source.store,
      to: target.store,
      checksum: sha256,
      onProgress: (done) => {
        if (done % reportEvery === 0) process.stdout.write(`${pluralized(done, "file")} so far\n`);
      },
    });
    process.stdout.write(
      `${pluralized(copied, "file")} copied and verified (${(bytes / bytesIn.mebibyte).toFixed(1)} MiB), ${present} already there, ${gone} deleted meanwhile, ${failed.length} failed\n`,
    );
    if (failed.length > 0)
      throw new Error(`These files differ in ${to}: ${failed.slice(0, mostNamed).join(", ")}`);
    if (config.storage !== to)
      process.stdout.write(
        `Now restart the server with PARLEY_STORAGE=${to}, then run this again for files uploaded meanwhile\n`,
      );
  } finally {
    source.close();
    target.close();
  }
};
