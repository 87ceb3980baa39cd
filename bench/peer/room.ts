import { setTimeout as sleep } from "node:timers/promises";
import type { Sending } from "../fan-out/fan-out";
import { percentile } from "../load";
import { residentOf } from "../memory";
import { cpuOf } from "../processor-time";
import { words } from "../words";

/** Somebody in a room, who sends to everybody in it and receives what others send. */
export interface Occupant {
  /** Sends a message. Resolves when the server has acknowledged it. */
  send(text: string): Promise<void>;
  close(): void;
}

/** A chat server to measure. */
export interface Peer {
  readonly name: string;
  readonly pid: number;
  /** Joins a room and calls back with the text of each message in it. */
  join(onMessage: (text: string) => void): Promise<Occupant>;
  stop(): Promise<void>;
}

const senders = 16;
const seconds = 8;
const warmUpRounds = 10;
const joinedAtOnce = 10;
const calmMilliseconds = 500;
/** A server that takes no more of a core than this is calm. */
const calmShare = 0.05;
const longestUnrest = 60_000;

const joinAll = async (
  peer: Peer,
  count: number,
  onMessage: (text: string) => void,
): Promise<readonly Occupant[]> => {
  // The first one makes the room.
  const all = [await peer.join(onMessage)];
  while (all.length < count)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(joinedAtOnce, count - all.length) }, () => peer.join(onMessage)),
      )),
    );
  return all;
};

/** Waits until a server has dealt with those who came or went. */
const calm = async ({ pid }: Peer): Promise<void> => {
  for (const began = performance.now(); performance.now() - began < longestUnrest; ) {
    const before = cpuOf(pid);
    await sleep(calmMilliseconds);
    if (cpuOf(pid) - before <= calmShare * calmMilliseconds) return;
  }
  throw new Error("The server doesn't become calm");
};

/** Acknowledged messages per second of 16 senders in a room. */
export const sendRate = async (peer: Peer, occupants: number): Promise<number> => {
  const all = await joinAll(peer, occupants, () => {});
  const run = async (milliseconds: number): Promise<number> => {
    const until = performance.now() + milliseconds;
    let done = 0;
    await Promise.all(
      all.slice(0, senders).map(async (one) => {
        for (; performance.now() < until; done += 1) await one.send(words);
      }),
    );
    return done;
  };
  await run(2000);
  const done = await run(seconds * 1000);
  for (const one of all) one.close();
  return done / seconds;
};

/** How messages reach a room. */
interface Delivered {
  /** Milliseconds until the last has a message. */
  readonly p50: number;
  /** Processor time of a delivery, in microseconds. */
  readonly cpu: number;
  /** The share of one core that the server uses. */
  readonly share: number;
}

/** A room with people in it. */
interface Room {
  /** Milliseconds until everybody had joined. */
  readonly joinedIn: number;
  /** Kilobytes of server memory for an occupant. */
  readonly memory: number;
  deliver(sending: Sending): Promise<Delivered>;
  close(): void;
}

/** Fills a room with this many people. */
export const openRoom = async (peer: Peer, occupants: number): Promise<Room> => {
  let text = "";
  let missing = 0;
  let sent = 0;
  let arrived = (): void => {};
  await calm(peer);
  const residentBefore = residentOf(peer.pid);
  const began = performance.now();
  const all = await joinAll(peer, occupants, (received) => {
    if (received !== text) return;
    missing -= 1;
    if (missing === 0) arrived();
  });
  const joinedIn = performance.now() - began;
  await calm(peer);
  const memory = ((residentOf(peer.pid) - residentBefore) * 1024) / occupants;
  const round = async (): Promise<number> => {
    sent += 1;
    text = `${words} ${sent}`;
    missing = all.length;
    const heard = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const began = performance.now();
    await all[0]?.send(text);
    await heard;
    return performance.now() - began;
  };
  const deliver = async ({ messages, perSecond }: Sending): Promise<Delivered> => {
    for (let number = 0; number < warmUpRounds; number += 1) await round();
    const times: number[] = [];
    const before = cpuOf(peer.pid);
    const began = performance.now();
    while (times.length < messages) {
      times.push(await round());
      if (perSecond > 0)
        await sleep(Math.max(0, began + (times.length * 1000) / perSecond - performance.now()));
    }
    const spent = cpuOf(peer.pid) - before;
    return {
      p50: percentile(times, 0.5),
      cpu: (spent * 1000) / (messages * all.length),
      share: spent / (performance.now() - began),
    };
  };
  const close = (): void => {
    for (const one of all) one.close();
  };
  return { joinedIn, memory, deliver, close };
};
