import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Limits } from "../../../src/adapters/storage/s3-clients";
import type { S3Settings } from "../../../src/adapters/storage/s3-file-store";

export interface S3Server {
  readonly settings: S3Settings;
  /** Whether it is s3rver, which has its own weaknesses. */
  readonly isS3rver: boolean;
  stop(): Promise<void>;
}

/** Never in the way of a server that answers. */
export const s3Limits: S3Limits = { connectWithin: 5000, silence: 20_000, reads: 50, others: 50 };

/**
 * The only account of s3rver. It must accept any signature, because it computes the SDK's signatures of list requests
 * differently.
 */
const account = "S3RVER";
const bucket = "files";

/** Another server to run the tests on, as http://key:secret@host:port/bucket. */
const given = process.env.PARLEY_TEST_S3;

const settingsOf = (address: string, prefix: string): S3Settings => {
  const url = new URL(address);
  return {
    bucket: url.pathname.slice(1),
    region: "us-east-1",
    endpoint: url.origin,
    prefix: `${randomUUID()}/${prefix}`,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
};

/** A server that speaks S3, in a separate process; or our own prefix on the one given to the tests. */
export const startS3Server = async (prefix = ""): Promise<S3Server> => {
  if (given !== undefined)
    return { settings: settingsOf(given, prefix), isS3rver: false, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), "parley-s3-"));
  const program = `require(${JSON.stringify(require.resolve("@20minutes/s3rver/lib/cli.js"))})`;
  const where = ["--address", "127.0.0.1", "--port", "0", "--directory", folder];
  const more = ["--allow-mismatched-signatures", "--configure-bucket", bucket];
  const run = `${program}.parse(process.argv.slice(1), { from: "user" })`;
  const child = spawn(process.execPath, ["-e", run, "--", ...where, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
      const found = /listening on \S+?:(\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`s3rver exited with ${code}: ${output}`)));
  });
  return {
    isS3rver: true,
    settings: {
      bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      prefix,
      accessKey: account,
      secretKey: account,
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.removeAllListeners("exit").once("exit", resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
