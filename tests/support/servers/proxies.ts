import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface ProxyKind {
  /** Where Debian's package puts the program. */
  readonly program: string;
  readonly example: string;
  /** The example with paths and an address that a test can use. */
  readonly adapted: (example: string, folder: string, address: string) => string;
  readonly args: (config: string) => readonly string[];
}

const nginxFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

const kinds = {
  HAProxy: {
    program: "/usr/sbin/haproxy",
    example: "haproxy.cfg",
    adapted: (example, folder, address) =>
      example
        // More than a test may open.
        .replace("maxconn 100000", "maxconn 1000")
        .replace("/etc/haproxy/parley.pem", join(folder, "parley.pem"))
        .replace("bind :443", `bind ${address}`),
    args: (config) => ["-db", "-f", config],
  },
  nginx: {
    program: "/usr/sbin/nginx",
    example: "nginx.conf",
    adapted: (example, folder, address) => {
      const server = example
        .replaceAll("/etc/nginx/parley.", join(folder, "parley."))
        .replace("listen 443", `listen ${address}`);
      const folders = nginxFolders.map((name) => `${name}_temp_path ${join(folder, name)};`).join(" ");
      return `daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr; events {}
        http { access_log off; ${folders} ${server} }`;
    },
    args: (config) => ["-c", config],
  },
} satisfies Readonly<Record<string, ProxyKind>>;

export type ProxyName = keyof typeof kinds;
export const proxyNames = Object.keys(kinds) as readonly ProxyName[];

const openssl = "/usr/bin/openssl";

export const isInstalled = (name: ProxyName): boolean =>
  existsSync(kinds[name].program) && existsSync(openssl);

export interface RunningProxy {
  readonly port: number;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** A key and its self-signed certificate, apart and in one file. */
const writeCertificate = (folder: string): void => {
  const [key, certificate] = [join(folder, "parley.key"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=chat.example.com", "-days", "2"];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ];
  execFileSync(openssl, made, { stdio: "ignore" });
  writeFileSync(join(folder, "parley.pem"), readFileSync(certificate) + readFileSync(key, "utf8"));
};

/** Starts a proxy with its configuration in `deploy/proxies`, in front of three nodes on loopback. */
export const startProxy = async (name: ProxyName, nodes: readonly number[]): Promise<RunningProxy> => {
  const { program, example, adapted, args } = kinds[name];
  const folder = mkdtempSync(join(tmpdir(), "parley-proxy-"));
  writeCertificate(folder);
  const port = await freePort();
  const text = adapted(
    readFileSync(join(__dirname, "../../../deploy/proxies", example), "utf8"),
    folder,
    `127.0.0.1:${port}`,
  );
  const config = join(folder, example);
  writeFileSync(
    config,
    nodes.reduce((so, node, index) => so.replaceAll(`10.0.0.1${index + 1}:9991`, `127.0.0.1:${node}`), text),
  );
  const child = spawn(program, args(config), { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
    await sleep(20);
  }
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
