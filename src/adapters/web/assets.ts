import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import * as t from "io-ts";
import { codeOf } from "../../domain/codec/caught";
import { valueOfJson } from "../../domain/codec/json-text";

/** A built file, plain and compressed. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

/** The built web client. */
export interface WebBuild {
  /** The page that loads the client. */
  readonly page: Buffer;
  /** Files that spectators need at once, and others later. */
  readonly second: readonly string[];
  /** The service worker, which caches the client and shows notifications. */
  readonly worker: Asset | undefined;
  readonly assets: ReadonlyMap<string, Asset>;
  /** Names of source maps. They are larger than everything else, and only developers' tools load them. */
  readonly sourceMaps: ReadonlySet<string>;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const workerName = "service-worker.js";

const pageName = "index.html";

/**
 * Identifies a build by its page, which names every file that it loads; undefined where the client isn't
 * built.
 */
export const buildName = (folder: string): string | undefined => {
  const page = join(folder, pageName);
  return existsSync(page)
    ? createHash("sha256").update(readFileSync(page)).digest("hex").slice(0, 16)
    : undefined;
};

const buildInfoShape = t.partial({ second: t.array(t.string) });

/** Reads the build of a folder; undefined where the client isn't built. */
export const readBuild = (folder: string): WebBuild | undefined => {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const names = entries.map(({ name }) => name);
  const isMap = (name: string): boolean => extname(name) === ".map";
  const contents = new Map(
    names.filter((name) => !isMap(name)).map((name) => [name, readFileSync(join(folder, name))]),
  );
  const page = contents.get(pageName);
  if (page === undefined) return undefined;
  const assets = [...contents].flatMap(([name, plain]): readonly (readonly [string, Asset])[] => {
    const type = types[extname(name)];
    return type === undefined
      ? []
      : [[name, { type, plain, gzip: contents.get(`${name}.gz`), brotli: contents.get(`${name}.br`) }]];
  });
  const files = new Map(assets);
  const worker = files.get(workerName);
  const buildInfo = contents.get("build.json");
  const { second = [] } = (buildInfo && valueOfJson(buildInfoShape, buildInfo.toString())) ?? {};
  files.delete(workerName);
  return { page, second, worker, assets: files, sourceMaps: new Set(names.filter(isMap)) };
};
