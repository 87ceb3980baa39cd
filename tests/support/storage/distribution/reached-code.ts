import { Session } from "node:inspector/promises";
import { basename } from "node:path";

/** A part of a script that ran `count` times, except for the smaller parts within it that are listed too. */
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface FunctionCoverage {
  readonly functionName: string;
  /** The whole function, then its blocks. */
  readonly ranges: readonly Range[];
  readonly isBlockCoverage: boolean;
}

/** A block on one line, without comments and without the names of modules that the compiler puts before imported functions. */
const onOneLine = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")
    .replace(/\(0, _\w+\.(\w+)\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\{ (.*) \}$/, "$1");

/** Blocks that neither send nor compose a statement: they give a plain value, or throw. */
const plain = [
  /^(?:\?\? |\? |: )?(?:-?\d+|\[\]|\{\}|""|null|undefined|true|false)$/,
  /^\?\.\w+$/,
  /^(?:return undefined;|continue;)?$/,
  /^(?:\(\w*\)=>\{ )?throw (?:new )?\w+(?:\([^;]*\))?;(?: \})?$/,
  /^\(\)=>undefined$/,
  /^(?:function\(\)|get \w+ ?\(\)) \{ return \w+; \}$/,
];

/** Functions that the compiler adds. */
const ofCompiler = /^_(?:interop_require|getRequire)/;

/** Code that never ran, each part as `file function: source`. */
const unreachedIn = (
  file: string,
  source: string,
  functions: readonly FunctionCoverage[],
): readonly string[] =>
  functions.flatMap(({ functionName, ranges, isBlockCoverage }) => {
    if (ofCompiler.test(functionName)) return [];
    const [whole] = ranges;
    // V8 counts no blocks in functions that it compiled before it was asked to.
    if (whole !== undefined && whole.count > 0 && !isBlockCoverage)
      return [`${file} ${functionName}: its blocks weren't watched`];
    return ranges
      .filter(({ count }) => count === 0)
      .map(({ startOffset, endOffset }) => onOneLine(source.slice(startOffset, endOffset)))
      .filter((block) => !plain.some((one) => one.test(block)))
      .map((block) => `${file} ${functionName}: ${block}`);
  });

/** Watches which code of some files runs from now on. Load the files after that. */
export const watchCode = async (
  folder: string,
): Promise<{ readonly unreached: () => Promise<readonly string[]> }> => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    /** Code that didn't run. Ends the watch. */
    unreached: async () => {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      await session.post("Debugger.enable");
      // What another test file loaded of the same files is listed before.
      const loaded = new Map(result.filter(({ url }) => url.includes(folder)).map((one) => [one.url, one]));
      const unreached: string[] = [];
      for (const { url, scriptId, functions } of loaded.values()) {
        const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
        unreached.push(...unreachedIn(basename(url), scriptSource, functions));
      }
      session.disconnect();
      return unreached;
    },
  };
};

/** Has Node load these files again when they are next imported. */
export const forgetLoaded = (folders: readonly string[]): void => {
  for (const file of Object.keys(require.cache))
    if (folders.some((folder) => file.includes(folder))) delete require.cache[file];
};
