import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { costLimits } from "../../src/adapters/http/declaration/cost-limits";
import { prometheusMetrics } from "../../src/adapters/metrics/prometheus-metrics";
import { runOutcomes } from "../../src/application/jobs/job-handler";
import { metrics } from "../../src/application/ports/system/metrics";
import { readConfig, settings } from "../../src/config/config";

const root = join(__dirname, "..", "..");
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), "utf8");
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
const chart = join("deploy", "chart");
const files = [
  "Dockerfile",
  ...filesIn("deploy"),
  join(chart, "values.yaml"),
  join(chart, "templates", "_helpers.tpl"),
];
const known = Object.values(settings).map(({ variable }) => variable);

test.each(files)("%s names only settings that exist", (file) => {
  const named = [...read(file).matchAll(/\b(PARLEY_\w+|DATABASE_URL)(?=[=:,])/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.includes(name ?? ""))).toEqual([]);
});

test.each(filesIn("deploy").filter((file) => file.includes("compose")))(
  "%s trusts the TLS proxy in front, which alone reaches the port, and takes settings from deploy/.env",
  (file) => {
    const text = read(file);
    const [, trusted] = /PARLEY_TRUSTED_PROXIES: \$\{PARLEY_TRUSTED_PROXIES:-(.+)\}/.exec(text) ?? [];
    // Docker's networks have private addresses.
    expect(readConfig({ PARLEY_TRUSTED_PROXIES: trusted })).toMatchObject({
      right: { trustedProxies: ["uniquelocal"] },
    });
    const published = [...text.matchAll(/ports: \["(.+)"\]/g)].map(([, port]) => port);
    expect(published.length).toBeGreaterThan(0);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(text).toContain("env_file: [{ path: .env, required: false }]");
  },
);

test("secrets in deploy/.env stay out of images, packages and commits", () => {
  expect(read(".dockerignore").split("\n")).toContain("deploy");
  expect(JSON.parse(read("package.json")).files).toContain("!deploy/.env");
  expect(read(".gitignore").split("\n")).toContain("deploy/.env");
});

describe("the image's health check", () => {
  const [, words = "[]"] = /^HEALTHCHECK [^\n]*\\\n +CMD (\[.+\])$/m.exec(read("Dockerfile")) ?? [];
  const [, ...args]: readonly string[] = JSON.parse(words);
  const checked = (environment: NodeJS.ProcessEnv): Promise<number | null> =>
    new Promise((resolve) => {
      spawn(process.execPath, args, { env: environment, stdio: "ignore" }).once("close", resolve);
    });

  test("asks /health on the port that is set, so a node whose database is away isn't restarted", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(url === "/health" ? 200 : 503).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await checked({ PARLEY_PORT: `${port}` })).toBe(0);
    expect(asked).toEqual(["/health"]);
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    expect(await checked({ PARLEY_PORT: `${port}` })).toBe(1);
  });
});

test("the image copies what the build makes, and ignores none of it", () => {
  const taken = [...read("Dockerfile").matchAll(/^COPY --from=build \/parley\/(\S+)/gm)].map(
    ([, path]) => path,
  );
  expect(taken).toEqual(["package.json", "node_modules", "dist/migrations", "dist/src", "dist/web"]);
  const ignored = read(".dockerignore").trim().split("\n");
  const needed = [
    "package.json",
    "package-lock.json",
    ".npmrc",
    "src",
    "migrations",
    "web",
    "scripts",
    "tests",
    "bench",
  ];
  expect(needed.filter((path) => !existsSync(join(root, path)) || ignored.includes(path))).toEqual([]);
});

test("images and CI use versions of Node.js that the package supports", () => {
  const { engines } = JSON.parse(read("package.json"));
  const asked = [...engines.node.matchAll(/(?:\^|>=)(\d+)/g)].map(([, major]) => major);
  expect(asked).toEqual(["20", "22", "24"]);
  const images = [...read("Dockerfile").matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
  expect([images.length, new Set(images).size]).toEqual([2, 1]);
  expect(asked).toContain(images[0]);
  const [, tried = ""] = /^for version in (.+); do$/m.exec(read(".ci", "run")) ?? [];
  expect(tried.split(" ").map((version) => version.split(".")[0])).toEqual(["22", "24"]);
});

/** The paths of the values in a file, by its indentation. */
const pathsIn = (yaml: string): ReadonlySet<string> => {
  const above: string[] = [];
  const paths = new Set<string>();
  for (const [, indent = "", key = "", rest = ""] of yaml.matchAll(/^( *)([\w./-]+):(.*)$/gm)) {
    above.splice(indent.length / 2, above.length, key);
    paths.add(above.join("."));
    for (const [, inner] of rest.matchAll(/([\w]+):/g)) paths.add([...above, inner].join("."));
  }
  return paths;
};

test("the values that the chart's templates use exist", () => {
  const values = pathsIn(read(chart, "values.yaml"));
  const templates = filesIn(join(chart, "templates")).map((file) => read(file));
  const taken = templates.flatMap((text) =>
    [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = ""]) => path),
  );
  expect(taken.length).toBeGreaterThan(20);
  expect(taken.filter((path) => !values.has(path))).toEqual([]);
  for (const text of templates) expect(text.split("{{").length).toBe(text.split("}}").length);
});

const templates = filesIn(join(chart, "templates")).filter((file) => file.endsWith(".yaml"));

test("no pod gets variables that describe services: a release named parley would name them PARLEY_WEB_PORT", () => {
  const ofPods = templates.map((file) => read(file)).filter((text) => text.includes("containers:"));
  expect(ofPods).toHaveLength(2);
  for (const text of ofPods) expect(text).toMatch(/^ +spec:\n(?: +#.*\n)* +enableServiceLinks: false$/m);
});

test("every pod has what it may write to beside its read-only root, and a share of the machine", () => {
  const ofPods = templates.map((file) => read(file)).filter((text) => text.includes("containers:"));
  expect(read(chart, "templates", "_helpers.tpl")).toContain("readOnlyRootFilesystem: true");
  for (const text of ofPods) {
    expect(text).toContain('include "parley.security"');
    for (const [name, path] of [
      ["data", "/data"],
      ["tmp", "/tmp"],
    ]) {
      expect(text).toContain(`{ name: ${name}, mountPath: ${path} }`);
      expect(text).toContain(`{ name: ${name}, emptyDir: {} }`);
    }
    expect(text).toMatch(/^ +resources: \{\{- toYaml \$?[\w.]+\.resources /m);
  }
});

test("draining machines leaves nodes of each role", () => {
  const rolesIn = (file: string) => {
    const text = read(chart, "templates", file);
    const [, roles = ""] = /^\{\{- range \$role, \$of := dict (.+) \}\}$/m.exec(text) ?? [];
    return [...roles.matchAll(/"(\w+)"/g)].map(([, role]) => role);
  };
  expect(rolesIn("nodes.yaml")).toEqual(["web", "jobs"]);
  expect(rolesIn("disruption-budget.yaml")).toEqual(rolesIn("nodes.yaml"));
  expect(read(chart, "templates", "disruption-budget.yaml")).toContain(
    "app.kubernetes.io/component: {{ $role }}",
  );
});

test("settings are part of each pod, so a rollback brings the old ones back, and old pods keep theirs", () => {
  const named = templates.filter((file) => /kind: ConfigMap|configMap/.test(read(file)));
  expect(named).toEqual([]);
  const hooks = templates.filter((file) => read(file).includes("helm.sh/hook:"));
  expect(hooks).toEqual([join(chart, "templates", "migrate.yaml")]);
  for (const file of hooks)
    expect(read(file)).toContain("hook-delete-policy: before-hook-creation,hook-succeeded");
});

test("the chart spreads its one host over all web nodes, by what the example for nginx tells clients apart by", () => {
  const variablesIn = (line: RegExp, text: string) => line.exec(text)?.[1]?.match(/\$\w+/g);
  const ofChart = variablesIn(/^ {2}hashBy: (.+)$/m, read(chart, "values.yaml"));
  expect(ofChart).toEqual(variablesIn(/hash (".+") consistent;/, read("deploy", "proxies", "nginx.conf")));
  expect(ofChart).toHaveLength(3);
});

test("the chart's ingress repeats nothing at another node: it would repeat PUT and DELETE as well as reads", () => {
  const { annotations } =
    /^ {2}annotations:\n(?<annotations>(?: {4}.+\n)+)/m.exec(read(chart, "values.yaml"))?.groups ?? {};
  expect(annotations).toContain('\n    nginx.ingress.kubernetes.io/proxy-next-upstream: "off"\n');
});

test("the templates that the chart includes are defined", () => {
  const text = filesIn(join(chart, "templates"))
    .map((file) => read(file))
    .join("\n");
  const named = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name));
  const defined = named(/define "([\w.]+)"/g);
  expect([...named(/include "([\w.]+)"/g)].filter((name) => !defined.has(name))).toEqual([]);
});

/** Whether a name without prefix is that of a metric, or of a series of a histogram. */
const metricTest = async () => {
  const ofNode = await prometheusMetrics().text();
  return (name: string) =>
    name.replace(/_(bucket|sum|count)$/, "") in metrics || ofNode.includes(`\nparley_${name} `);
};

test("every metric in the rules for alerts exists, and so do the labels of jobs that they ask for", async () => {
  const text = read("deploy", "prometheus", "alerts.yml");
  const isThere = await metricTest();
  const asked = [...text.matchAll(/\bparley_(\w+)/g)].map(([, name = ""]) => name);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !isThere(name))).toEqual([]);
  for (const name of [
    "jobs_overdue_seconds",
    "job_runs_total",
    "heads_compared_seconds_ago",
    "events_behind",
  ])
    expect(asked).toContain(name);
  const outcomes = [...text.matchAll(/outcome!?="(\w+)"/g)].map(([, outcome]) => outcome);
  expect(outcomes.filter((outcome) => !runOutcomes.some((one) => one === outcome))).toEqual([]);
  const alerts = [...text.matchAll(/- alert: (\w+)\n +expr: /g)].map(([, name]) => name);
  expect(new Set(alerts).size).toBe(alerts.length);
  expect(text.split("- alert:").length - 1).toBe(alerts.length);
});

test("every metric on the dashboard exists", async () => {
  const isThere = await metricTest();
  const { panels } = JSON.parse(read("deploy", "grafana", "parley.json"));
  const asked = panels.flatMap(({ targets }: { targets: readonly { expr: string }[] }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/\bparley_(\w+)(?=\{)/g)].map(([, name = ""]) => name)),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name: string) => !isThere(name))).toEqual([]);
  const shown = new Set(asked.map((name: string) => name.replace(/_(bucket|sum|count)$/, "")));
  expect(Object.keys(metrics).filter((name) => !shown.has(name))).toEqual(["port_calls_total"]);
});

const verifier = "/usr/bin/systemd-analyze";
// It also checks that the program that a unit runs exists.
const testUnits = existsSync(verifier) && existsSync("/usr/bin/node") ? test : test.skip;

testUnits("systemd finds nothing wrong with the units (skipped where it isn't installed)", () => {
  for (const unit of ["parley.service", "parley@.service"]) {
    const { status, stderr } = spawnSync(verifier, ["verify", join(root, "deploy", unit)], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  }
});

test("the units for one server and for several differ only in where settings and data are", () => {
  const linesOf = (unit: string) =>
    read("deploy", unit)
      .split("\n")
      .filter((line) => !line.startsWith("#"));
  const [one, several] = [linesOf("parley.service"), linesOf("parley@.service")];
  expect(several).toHaveLength(one.length);
  expect(several.filter((line) => !one.includes(line))).toEqual([
    "Description=Parley for %i, a team chat server",
    "Environment=NODE_ENV=production PARLEY_DATA_DIR=/var/lib/parley-%i",
    "EnvironmentFile=/etc/parley/%i.env",
    "StateDirectory=parley-%i",
  ]);
});

test.each(["parley.service", "parley@.service"])(
  "%s starts Parley again for as long as its database takes to come up",
  (unit) => {
    const [, ofUnit = "", ofService = ""] =
      /\[Unit\]\n(.*)\[Service\]\n(.*)\[Install\]/s.exec(read("deploy", unit)) ?? [];
    // systemd's defaults are five starts in ten seconds, 100 ms apart.
    expect(ofUnit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(ofService).toMatch(/^Restart=on-failure$/m);
    expect(Number(/^RestartSec=(\d+)$/m.exec(ofService)?.[1])).toBeGreaterThanOrEqual(1);
  },
);

test("the proxies hold a connection for each client that may wait at three nodes", () => {
  const waiting = costLimits.poll.running;
  const numbersIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, number]) => Number(number));
  const ofEnvoy = numbersIn(
    read("deploy", "proxies", "envoy.yaml"),
    /\bmax_(?:connections|pending_requests|requests): (\d+)/g,
  );
  expect(ofEnvoy).toHaveLength(3);
  const ofHaproxy = numbersIn(read("deploy", "proxies", "haproxy.cfg"), /^ +maxconn (\d+)$/gm);
  expect(ofHaproxy).toHaveLength(1);
  expect(Math.min(...ofEnvoy, ...ofHaproxy)).toBeGreaterThanOrEqual(3 * waiting);
  // HAProxy doesn't start below two open files for each connection, and a few.
  for (const path of [
    ["deploy", "proxies", "haproxy.cfg"],
    ["docs", "scale.md"],
  ]) {
    const [, limit = "0"] = /\b(\d+,\d+) open files/.exec(read(...path)) ?? [];
    const needed = Number(limit.replaceAll(",", "")) - 2 * Math.max(...ofHaproxy);
    expect(needed).toBeGreaterThanOrEqual(50);
    expect(needed).toBeLessThanOrEqual(1000);
  }
  for (const path of [
    ["deploy", "proxies", "nginx.conf"],
    ["docs", "debian.md"],
  ]) {
    const [connections = 0] = numbersIn(read(...path), /`worker_connections (\d+);`/g);
    const [files = 0] = numbersIn(read(...path), /`worker_rlimit_nofile (\d+);`/g);
    // One to the client and one to the node.
    expect(connections).toBeGreaterThanOrEqual(2 * waiting);
    expect(files).toBeGreaterThan(connections);
    expect(read(...path)).toContain(waiting.toLocaleString("en"));
  }
});

test("the steps for Debian put each file where the units look for it", () => {
  const page = read("docs", "debian.md");
  for (const unit of ["parley.service", "parley@.service"]) {
    const text = read("deploy", unit);
    const settingOf = (name: string) =>
      new RegExp(`${name}=-?(\\S+)`).exec(text)?.[1]?.replace("%i", "team") ?? "";
    expect(page).toContain(`/etc/systemd/system/${unit}`);
    for (const path of ["EnvironmentFile", "PARLEY_DATA_DIR", "WorkingDirectory"].map(settingOf))
      expect(page).toContain(`\`${path}\``);
    expect(page).toContain(
      `adduser --system --group --home /var/lib/parley --no-create-home ${settingOf("User")}\n`,
    );
  }
});

test("the image, the units for systemd, the launcher and the bench limit memory by the same settings", () => {
  const launcher = read("bin", "memory-settings.mjs");
  const [, inKilobytes] = /const mapThreshold = String\((\d+) \* 1024\)/.exec(launcher) ?? [];
  const [, heaps] = /const heaps = "(\d+)"/.exec(launcher) ?? [];
  const [, young] = /const youngGeneration = "(.+)"/.exec(launcher) ?? [];
  for (const place of [
    "Dockerfile",
    join("deploy", "parley.service"),
    join("deploy", "parley@.service"),
    join("bench", "server-process.ts"),
  ]) {
    const text = read(place);
    expect(/MALLOC_MMAP_THRESHOLD_(?:=|: ")(\d+)/.exec(text)?.[1]).toBe(String(Number(inKilobytes) * 1024));
    expect(/MALLOC_ARENA_MAX(?:=|: ")(\d+)/.exec(text)?.[1]).toBe(heaps);
    expect(/NODE_OPTIONS(?:=|: ")([^\s"]+)/.exec(text)?.[1]).toBe(young);
  }
});

test("passwords of databases come apart from their URLs, which would need them encoded", () => {
  const compose = read("deploy", "compose-nodes.yaml");
  expect(compose).toMatch(/DATABASE_URL: postgres:\/\/\w+@/);
  expect(compose).toMatch(/PGPASSWORD: \$\{DATABASE_PASSWORD:\?\}/);
});

test("the chart writes whole numbers of a values file in digits: there, they are floats", () => {
  const helpers = read(chart, "templates", "_helpers.tpl");
  expect(helpers).toContain('value: {{ include "parley.settingText" $value | quote }}');
  expect(helpers).toMatch(/if kindIs "float64" \. -\}\}\n.*if eq \. \(floor \.\) \}\}\{\{ int64 \. \}\}/);
});
