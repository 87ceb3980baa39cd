import { setTimeout as sleep } from "node:timers/promises";
import { benchSettings, configOf } from "../bench-settings";
import { lastGoals, steady, ways } from "../fan-out/goals";
import { isolated } from "../isolated";
import { residentOf } from "../memory";
import { seed } from "../seed";
import { startProcess } from "../server-process";
import { atLeast, atMost, type Row } from "../table/row";
import { type Column, comparisonOf } from "./comparison";
import { parleyPeer } from "./parley";
import { openRoom, type Peer, sendRate } from "./room";
import { startEjabberd, startProsody } from "./xmpp-servers";

const room = 26;
const [few, usual, most] = lastGoals;
const idleMilliseconds = 30_000;

/** Goals are ratios to ejabberd. The numbers are those of the table that `--table` prints. */
const rows: readonly Row[] = [
  { what: `1 acknowledged sends/s, 16 senders, ${room} receive`, digits: 0, goal: atLeast(1.5) },
  ...lastGoals.map(({ receivers }) => ({
    what: `3 last of ${receivers} receivers, p50 ms`,
    digits: 1,
    goal: atMost(1),
  })),
  { what: `4 server CPU a delivery to ${usual.receivers}, µs`, digits: 1 },
  { what: `5 10 messages/s to ${steady.receivers}: last p50 ms`, digits: 1 },
  { what: "  share of a core, %", digits: 0 },
  { what: "6 server memory a client that waits, kB", digits: 1 },
  { what: `  resident after messages to ${most.receivers}, MB`, digits: 0 },
  { what: "7 resident before anybody joins, without the database, MB", digits: 0 },
  { what: `8 ${most.receivers} join, ms`, digits: 0 },
];

/** Measures a peer and stops it. */
const measure = async (peer: Peer): Promise<Column> => {
  process.stderr.write(`measuring ${peer.name}\n`);
  try {
    await sleep(idleMilliseconds);
    const idle = residentOf(peer.pid);
    const perSecond = await sendRate(peer, room);
    // The largest room first: later ones reuse the memory of earlier ones.
    const large = await openRoom(peer, most.receivers);
    const ofMost = await large.deliver({ messages: most.messages, perSecond: 0 });
    const afterMessages = residentOf(peer.pid);
    large.close();
    const middle = await openRoom(peer, usual.receivers);
    const ofUsual = await middle.deliver({ messages: usual.messages, perSecond: 0 });
    const slowly = await middle.deliver(steady.sending);
    middle.close();
    const small = await openRoom(peer, few.receivers);
    const ofFew = await small.deliver({ messages: few.messages, perSecond: 0 });
    small.close();
    return {
      name: peer.name,
      values: [
        perSecond,
        ofFew.p50,
        ofUsual.p50,
        ofMost.p50,
        ofUsual.cpu,
        slowly.p50,
        slowly.share * 100,
        large.memory,
        afterMessages,
        idle,
        large.joinedIn,
      ],
    };
  } finally {
    await peer.stop();
  }
};

const measureParley = (databaseServer: string): Promise<readonly Column[]> =>
  isolated(databaseServer, async (dataDir, databaseUrl) => {
    const settings = benchSettings(dataDir, databaseUrl);
    const { people } = await seed(configOf(settings), most.receivers);
    const columns: Column[] = [];
    for (const way of ways)
      columns.push(await measure(parleyPeer(await startProcess("src/main.js", settings), people, way)));
    return columns;
  });

/**
 * Measures Parley beside other chat servers that are installed here, one after the other, all with the
 * PostgreSQL server at a URL. Installs nothing.
 */
export const measurePeers = async (databaseServer: string): Promise<void> => {
  const columns = [...(await measureParley(databaseServer))];
  for (const [name, start] of [
    ["ejabberd", startEjabberd],
    ["prosody", startProsody],
  ] as const) {
    const peer = await start(databaseServer);
    if (peer) columns.push(await measure(peer));
    else process.stdout.write(`${name} isn't installed here\n`);
  }
  process.stdout.write(`${comparisonOf(rows, columns)}\n`);
};
