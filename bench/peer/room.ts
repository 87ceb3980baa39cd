import { percentile } from "../load";
import { cpuOf } from "../processor-time";

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
const rounds = 40;
const words = "The quick brown fox jumps over the lazy dog, and **nobody** is surprised any more.";

const joinAll = async (
  peer: Peer,
  count: number,
  onMessage: (text: string) => void,
): Promise<readonly Occupant[]> => {
  const all: Occupant[] = [];
  while (all.length < count) all.push(await peer.join(onMessage));
  return all;
};

/** Acknowledged messages per second of 16 senders in a room of 26, and processor time for each in microseconds. */
export const sendRate = async (peer: Peer, occupants: number) => {
  const all = await joinAll(peer, occupants, () => {});
  let done = 0;
  const run = async (milliseconds: number): Promise<void> => {
    const until = performance.now() + milliseconds;
    await Promise.all(
      all.slice(0, senders).map(async (one) => {
        for (; performance.now() < until; done += 1) await one.send(words);
      }),
    );
  };
  await run(2000);
  done = 0;
  const before = cpuOf(peer.pid);
  await run(seconds * 1000);
  const cpu = ((cpuOf(peer.pid) - before) * 1000) / done;
  for (const one of all) one.close();
  return { perSecond: done / seconds, cpu };
};

/** How long a message takes to reach the last of many, in milliseconds, and a delivery's processor time in microseconds. */
export const lastDelivery = async (peer: Peer, occupants: number) => {
  let text = "";
  let missing = 0;
  let arrived = (): void => {};
  const all = await joinAll(peer, occupants, (received) => {
    if (received !== text) return;
    missing -= 1;
    if (missing === 0) arrived();
  });
  const times: number[] = [];
  const round = async (number: number): Promise<void> => {
    text = `${words} ${number}`;
    missing = all.length;
    const heard = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const began = performance.now();
    await all[0]?.send(text);
    await heard;
    times.push(performance.now() - began);
  };
  for (let number = 0; number < 10; number += 1) await round(-number);
  times.length = 0;
  const before = cpuOf(peer.pid);
  for (let number = 1; number <= rounds; number += 1) await round(number);
  const cpu = ((cpuOf(peer.pid) - before) * 1000) / (rounds * all.length);
  for (const one of all) one.close();
  return { p50: percentile(times, 0.5), cpu };
};
