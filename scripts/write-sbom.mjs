// Writes the built server's components to dist/sbom.json, in CycloneDX: each installed package with version, license
// and hash.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockedPackages, readJson } from "./locked-packages.mjs";

const root = join(import.meta.dirname, "..");
const { status, stdout, stderr } = spawnSync(
  "npm",
  ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"],
  { cwd: root, encoding: "utf8", maxBuffer: 1e8, shell: process.platform === "win32" },
);
if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
const { name, version } = readJson(join(root, "package.json"));
const bill = JSON.parse(stdout);
// npm's own `--omit dev` also omits packages that development needs too: busboy and a hundred others.
const installed = new Set(
  lockedPackages(root)
    .filter(({ dev }) => !dev)
    .map((one) => `${one.name}@${one.version}`),
);
const isInstalled = (ref) => installed.has(ref);
bill.components = bill.components.filter((one) => isInstalled(one["bom-ref"]));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => ref === bill.metadata.component["bom-ref"] || isInstalled(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isInstalled) }));
// npm names the program after its folder.
bill.metadata.component = { ...bill.metadata.component, name, version };
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(join(root, "dist", "sbom.json"), `${JSON.stringify(bill, null, 2)}\n`);
console.log(`dist/sbom.json names ${bill.components.length} packages`);
