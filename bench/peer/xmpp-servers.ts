import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freshDatabase } from "../fresh-database";
import { undoAtEnd } from "../program";
import type { Peer } from "./room";
import { joinRoom } from "./xmpp";

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const longestStart = 60_000;

/** Waits until something listens. */
const untilListening = async (port: number, child: ChildProcess): Promise<void> => {
  const began = performance.now();
  while (performance.now() - began < longestStart && child.exitCode === null) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("close", () => socket.destroy());
      setTimeout(() => socket.destroy(), 500);
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The peer doesn't listen");
};

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "parley-peer-"));
  undoAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly folder: string;
  readonly drop?: () => Promise<void>;
}

/** Each measurement has a room of its own. */
const peerOf = (name: string, { child, port, folder, drop }: Started): Peer => {
  let rooms = 0;
  let room = "";
  let occupied = 0;
  return {
    name,
    pid: child.pid ?? 0,
    join: async (onMessage) => {
      const isFirst = occupied === 0;
      if (isFirst) {
        rooms += 1;
        room = `room${rooms}`;
      }
      occupied += 1;
      const occupant = await joinRoom(port, room, isFirst, onMessage);
      return {
        send: occupant.send,
        close: () => {
          occupied -= 1;
          occupant.close();
        },
      };
    },
    stop: async () => {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      await drop?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const libraries = "/usr/lib/x86_64-linux-gnu";
const ejabberdTables = "/usr/share/ejabberd/sql/pg.sql";

/** ejabberd from Debian's package, with rooms archived in PostgreSQL; undefined where it isn't installed. */
export const startEjabberd = async (databaseServer: string): Promise<Peer | undefined> => {
  const ebin = existsSync(libraries)
    ? readdirSync(libraries).find((one) => /^ejabberd-[\d.]+$/.test(one))
    : undefined;
  if (ebin === undefined || !existsSync(ejabberdTables)) return undefined;
  const folder = makeFolder();
  const database = await freshDatabase(databaseServer);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(readFileSync(ejabberdTables, "utf8"));
  await client.end();
  const { hostname, port: sqlPort, username, password, pathname } = new URL(database.url);
  const port = await freePort();
  const settings = {
    hosts: ["localhost"],
    loglevel: "error",
    listen: [{ port, ip: "127.0.0.1", module: "ejabberd_c2s", max_stanza_size: 262_144, backlog: 1024 }],
    auth_method: ["anonymous"],
    anonymous_protocol: "sasl_anon",
    allow_multiple_connections: true,
    sql_type: "pgsql",
    sql_server: hostname,
    sql_port: Number(sqlPort || 5432),
    sql_database: pathname.slice(1),
    sql_username: decodeURIComponent(username),
    sql_password: decodeURIComponent(password),
    modules: {
      mod_mam: { db_type: "sql", default: "always" },
      mod_muc: {
        max_users: 5000,
        default_room_options: { mam: true, max_users: 5000 },
      },
    },
  };
  const file = join(folder, "ejabberd.yml");
  // YAML contains JSON.
  writeFileSync(file, JSON.stringify(settings));
  const erl = ["-noinput", "+K", "true", "-mnesia", "dir", `"${folder}/mnesia"`, "-s", "ejabberd"];
  const child = spawn("/usr/bin/erl", erl, {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      ERL_LIBS: libraries,
      EJABBERD_CONFIG_PATH: file,
      EJABBERD_LOG_PATH: join(folder, "ejabberd.log"),
    },
    stdio: "ignore",
  });
  await untilListening(port, child);
  return peerOf(ebin.replace("-", " "), { child, port, folder, drop: database.drop });
};

const driversOf = "/usr/lib/x86_64-linux-gnu/lua";

/** prosody from Debian's package; undefined where it isn't installed. It archives in files without Debian's lua-dbi-postgresql. */
export const startProsody = async (databaseServer: string): Promise<Peer | undefined> => {
  if (!existsSync("/usr/bin/prosody")) return undefined;
  const folder = makeFolder();
  mkdirSync(join(folder, "data"));
  const hasDriver =
    existsSync(driversOf) &&
    readdirSync(driversOf).some((version) => existsSync(join(driversOf, version, "dbd", "postgresql.so")));
  const database = hasDriver ? await freshDatabase(databaseServer) : undefined;
  const { hostname, port: sqlPort, username, password, pathname } = new URL(database?.url ?? databaseServer);
  const port = await freePort();
  const storage = `storage = "sql"; sql = { driver = "PostgreSQL", database = "${pathname.slice(1)}", host = "${hostname}", port = ${sqlPort || 5432}, username = "${decodeURIComponent(username)}", password = "${decodeURIComponent(password)}" }`;
  const file = join(folder, "prosody.cfg.lua");
  writeFileSync(
    file,
    `run_as_root = true; pidfile = "${folder}/pid"; data_path = "${folder}/data"; log = { error = "${folder}/log" }
    modules_enabled = { "saslauth", "disco" }; modules_disabled = { "s2s", "tls", "offline" }
    c2s_ports = { ${port} }; c2s_interfaces = { "127.0.0.1" }; s2s_ports = {}; http_ports = {}; https_ports = {}
    c2s_require_encryption = false; network_backend = "epoll"; ${database ? storage : ""}
    VirtualHost "localhost"
      authentication = "anonymous"
    Component "conference.localhost" "muc"
      modules_enabled = { "muc_mam" }; muc_log_by_default = true; muc_room_locking = false; restrict_room_creation = false
    `,
  );
  const child = spawn("/usr/bin/prosody", ["-F", "--config", file], { cwd: folder, stdio: "ignore" });
  await untilListening(port, child);
  const about = execFileSync("/usr/bin/dpkg-query", ["--status", "prosody"]).toString();
  const version = /^Version: ([\d.]+)/m.exec(about)?.[1] ?? "";
  const started = { child, port, folder, ...(database && { drop: database.drop }) };
  return peerOf(`prosody ${version}${database ? "" : ", archive in files"}`, started);
};
