// Writes what the built server is made of, in CycloneDX, to dist/sbom.json: each package that it installs, with version,
// licence and hash.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./locked-packages.mjs";

const root = join(import.meta.dirname, "..");
const { status, stdout, stderr } = spawnSync(
  "npm",
  [
    "sbom",
    "--sbom-format",
    "cyclonedx",
    "--sbom-type",
    "application",
    "--omit",
    "dev",
    "--package-lock-only",
  ],
  { cwd: root, encoding: "utf8", maxBuffer: 1e8, shell: process.platform === "win32" },
);
if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
const { name, version } = readJson(join(root, "package.json"));
const bill = JSON.parse(stdout);
// npm names the program by the folder that it is in.
bill.metadata.component = { ...bill.metadata.component, name, version };
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(join(root, "dist", "sbom.json"), `${JSON.stringify(bill, null, 2)}\n`);
console.log(`dist/sbom.json names ${bill.components.length} packages`);
