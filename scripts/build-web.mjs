// Builds the web client into dist/web or the named folder: hashed files, each also compressed, and the page that loads
// them.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, stop } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const page = (script, style, deferredStyle, settingsStyle, preloads) => `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbfaf7" data-theme="light" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171b21" data-theme="dark" media="(prefers-color-scheme: dark)">
<title>Parley</title>
<link rel="icon" href="/static/images/favicon.png">
<link rel="apple-touch-icon" href="/static/images/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="preload" href="/json/session" as="fetch" crossorigin>
<link rel="stylesheet" href="/web/${style}">
<meta name="deferred-style" content="/web/${deferredStyle}">
<meta name="settings-style" content="/web/${settingsStyle}">
${preloads.map((name) => `<link rel="modulepreload" href="/web/${name}">\n`).join("")}<script type="module" src="/web/${script}"></script>
</head>
<body>
<noscript>Parley needs JavaScript.</noscript>
<div id="app"><p class="empty" id="loading" hidden>Loading…</p></div>
</body>
</html>
`;

/** Asks browsers to compile the whole file while it arrives, off the main thread, rather than each function when it is first called. */
const compileEagerly = "//# allFunctionsCalledOnLoad\n";

const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 12);

const writeClient = async (target, compress) => {
  const fresh = `${target}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const options = {
    outdir: fresh,
    bundle: true,
    format: "esm",
    target: ["es2022"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    sourcemap: "linked",
    metafile: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    absWorkingDir: root,
    logLevel: "warning",
  };
  const { metafile } = await build({
    ...options,
    entryPoints: {
      main: join(root, "web/src/main.tsx"),
      app: join(root, "web/src/ui/app.css"),
      deferred: join(root, "web/src/ui/deferred.css"),
      settings: join(root, "web/src/ui/settings.css"),
    },
    splitting: true,
    define: { "process.env.NODE_ENV": '"production"', VERSION: JSON.stringify(version) },
  });
  const outputs = Object.entries(metafile.outputs).filter(([path]) => !path.endsWith(".map"));
  const named = (entry) => {
    const found = outputs.find(([, { entryPoint }]) => entryPoint === entry);
    if (found === undefined) throw new Error(`${entry} made no file`);
    return found;
  };
  const [script, main] = named("web/src/main.tsx");
  // On its own: what it shared with the others would be another file to wait for.
  const { metafile: ofEarly } = await build({
    ...options,
    entryPoints: [join(root, "web/src/early.ts")],
    define: { MAIN: JSON.stringify(`/web/${basename(script)}`) },
    external: ["/web/*"],
  });
  outputs.push(...Object.entries(ofEarly.outputs).filter(([path]) => !path.endsWith(".map")));
  const [early] = named("web/src/early.ts");
  const [style] = named("web/src/ui/app.css");
  const [deferredStyle] = named("web/src/ui/deferred.css");
  const [settingsStyle] = named("web/src/ui/settings.css");
  const imported = main.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
  const preloads = [script, ...imported];
  writeFileSync(
    join(fresh, "index.html"),
    page(
      basename(early),
      basename(style),
      basename(deferredStyle),
      basename(settingsStyle),
      preloads.map((path) => basename(path)),
    ),
  );
  const files = outputs.map(([path]) => `/web/${basename(path)}`);
  const worker = join(fresh, "service-worker.js");
  await build({
    entryPoints: [join(root, "web/worker/service-worker.ts")],
    outfile: worker,
    bundle: true,
    format: "iife",
    target: ["es2022"],
    minify: true,
    define: { BUILD: JSON.stringify({ name: digest(files.join(" ")), files }) },
    absWorkingDir: root,
    logLevel: "warning",
  });
  outputs.push([relative(root, worker)]);
  const first = [early, ...preloads].map((path) => basename(path));
  const sizes = {};
  for (const [path] of outputs) {
    const file = join(root, path);
    if (first.includes(basename(path))) {
      writeFileSync(file, compileEagerly + readFileSync(file, "utf8"));
      const map = JSON.parse(readFileSync(`${file}.map`, "utf8"));
      // Each `;` ends a line: all mappings move down by one.
      writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
    }
    if (!compress) continue;
    const content = readFileSync(file);
    const gzipped = gzipSync(content, { level: 9 });
    writeFileSync(`${file}.gz`, gzipped);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    );
    sizes[basename(path)] = gzipped.length;
  }
  const sources = outputs
    .filter(([path]) => first.includes(basename(path)))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
  const [rarely, { imports }] = named("web/src/views/deferred.ts");
  const isNew = (path) => !first.includes(basename(path));
  const second = [
    rarely,
    ...imports.filter(({ kind, path }) => kind === "import-statement" && isNew(path)).map(({ path }) => path),
  ].map((path) => basename(path));
  writeFileSync(
    join(fresh, "build.json"),
    JSON.stringify({ first, second, sources, style: basename(style), gzip: sizes }),
  );
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
};

/**
 * Compiles, and by default compresses, which takes most of the time; `build.json` says what is loaded first and
 * how large each compressed file is.
 */
export const buildWeb = async (target = join(root, "dist", "web"), { compress = true } = {}) => {
  try {
    await writeClient(target, compress);
  } finally {
    // Otherwise its process would live as long as ours, which may go on as the server.
    await stop();
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb(process.argv[2]);
