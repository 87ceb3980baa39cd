import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { seed } from "../seed";
import { startProcess } from "../server-process";
import { parleyPeer } from "./parley";
import { lastDelivery, type Peer, sendRate } from "./room";
import { startEjabberd, startProsody } from "./xmpp-servers";

const room = 26;
const receivers = [100, 500];

const measure = async (peer: Peer): Promise<void> => {
  try {
    const { perSecond, cpu } = await sendRate(peer, room);
    const figures = [
      `${perSecond.toFixed(0)} sends/s of 16 in a room of ${room} (${cpu.toFixed(0)} µs of CPU each)`,
    ];
    for (const count of receivers) {
      const { p50, cpu: each } = await lastDelivery(peer, count);
      figures.push(`last of ${count}: p50 ${p50.toFixed(1)} ms (${each.toFixed(0)} µs of CPU a delivery)`);
    }
    process.stdout.write(`${peer.name}: ${figures.join("; ")}\n`);
  } finally {
    await peer.stop();
  }
};

/**
 * Measures Parley beside other chat servers that are installed here, one after the other, all with the
 * PostgreSQL server at a URL. Installs nothing.
 */
export const measurePeers = async (databaseServer: string): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
  chmodSync(dataDir, 0o711);
  const database = await freshDatabase(databaseServer);
  try {
    const settings = benchSettings(dataDir, database.url);
    const { people } = await seed(configOf(settings), Math.max(...receivers));
    await measure(parleyPeer(await startProcess("src/main.js", settings), people));
  } finally {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const [name, start] of [
    ["ejabberd", startEjabberd],
    ["prosody", startProsody],
  ] as const) {
    const peer = await start(databaseServer);
    if (peer) await measure(peer);
    else process.stdout.write(`${name} isn't installed here\n`);
  }
};
