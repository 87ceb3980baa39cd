import { channels } from "./channels";
import { people, type Who } from "./people";
import { directTalks } from "./talk-direct";

interface PlannedMessage {
  readonly from: Who;
  readonly to:
    | { readonly kind: "channel"; readonly channel: string; readonly topic: string }
    | { readonly kind: "direct"; readonly others: readonly Who[] };
  readonly content: string;
}

/** Mulberry32: pseudorandom numbers in [0, 1), the same ones for the same seed. */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const pick = <A>(random: () => number, among: readonly A[]): A => {
  const chosen = among[Math.floor(random() * among.length)];
  if (chosen === undefined) throw new Error("pick() needs at least one choice");
  return chosen;
};

// Addresses of the demo begin with the names.
const nameOf = ({ email }: { readonly email: string }): Who => email.slice(0, email.indexOf("@")) as Who;

/** Everyone's first names, the owner first. */
export const everyone: readonly Who[] = ["demo", ...people.map(nameOf)];

/** Assigns lines to members so that nobody speaks twice in a row. */
const cast = (random: () => number, members: readonly Who[], lines: readonly string[]) => {
  let last: Who | undefined;
  return lines.map((content) => {
    const from = pick(
      random,
      members.filter((who) => who !== last),
    );
    last = from;
    return { from, content };
  });
};

/** All messages in order: topics interleave, as they do in life. */
export const conversation = (): readonly PlannedMessage[] => {
  const random = seeded(1569);
  const inChannels = channels.flatMap(({ name, members = everyone, talk }) =>
    Object.entries(talk).map(([topic, lines]) =>
      cast(random, members, lines).map(
        (line): PlannedMessage => ({ ...line, to: { kind: "channel", channel: name, topic } }),
      ),
    ),
  );
  const direct = directTalks.map(({ between, lines }) =>
    lines.map((content, index): PlannedMessage => {
      const from = between[index % between.length] ?? between[0];
      return { from, content, to: { kind: "direct", others: between.filter((who) => who !== from) } };
    }),
  );
  const threads = [...inChannels, ...direct].map((thread) => [...thread]);
  const merged: PlannedMessage[] = [];
  for (let open = threads; open.length > 0; open = open.filter((thread) => thread.length > 0))
    merged.push(...pick(random, open).splice(0, 1 + Math.floor(random() * 3)));
  return merged;
};
