import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { type CostClass, costLimits } from "../../src/adapters/http/declaration/cost-limits";
import { authorization } from "../load";
import type { Person } from "../seed";
import { ask, noFacts, targetOf } from "./ask";
import { type Expensive, longestHtml } from "./expensive";
import type { Cost } from "./watched-server";

/** How many people ask at once: enough to fill each class, which nobody may do alone. */
const crowdSize = 20;
const registrations = 400;
/** Polls per person: few enough to keep the bench short. */
const pollsEach = 10;
/** Messages of 800,000 characters that wait for each of them. */
const longMessages = 12;
/** How long answers stay unread: until all have begun, but no longer than this. */
const longestUnread = 30_000;
/** How long impatient clients stay, and how often they come. */
const impatience = 2000;
const visits = 5;
/** How long clients send the same again, and how long they wait before. */
const persistence = 30_000;
const pauseBetween = 1000;
/** How long the server is watched after clients left: work that it began for them may continue. */
const aftermath = 3000;
/** The megabytes that unread answers may take beyond the budget. */
const unreadTogether = 268;
/** The megabytes that all classes together may take beyond the budget of one. */
const allTogether = 150;

type Asked = Pick<Expensive, "method" | "at" | "form"> & { readonly file?: File };

/** A form with one file, as browsers send it. */
interface File {
  readonly type: string;
  readonly body: Buffer;
}

/** Expensive requests of one class, or of all, that many people send at once. */
interface Crowd {
  readonly cost: CostClass | "all";
  readonly title: string;
  readonly asks: readonly (readonly [by: Person, request: Asked])[];
  /** Whether the clients leave the answers unread. */
  readonly isUnread?: true;
  /** Whether clients that don't read leave at once, and come again. */
  readonly isImpatient?: true;
  /** Whether each client sends its request again after each answer, for a while. */
  readonly isRepeated?: true;
}

/** How many requests each of them sends, so that together they are as many as the class lets run at once. */
const eachOf = (cost: CostClass): number => Math.ceil(costLimits[cost].running / crowdSize);

interface Queue {
  readonly queue_id: string;
  readonly last_event_id: number;
}

/** Registers queues for each of the people, and then sends them messages of the longest HTML, as one conversation. */
const queuesBehind = async (
  url: string,
  people: readonly Person[],
): Promise<ReadonlyMap<Person, readonly Queue[]>> => {
  const answerOf = async (by: Person, at: string, values: Readonly<Record<string, unknown>>) => {
    const { status, body } = await ask(url, by, { method: "POST", at, form: () => values }, noFacts);
    if (status !== 200) throw new Error(`POST ${at}: ${body}`);
    return JSON.parse(body);
  };
  const wanted = { event_types: ["message"], fetch_event_types: [], apply_markdown: true };
  const queues = new Map<Person, Queue[]>();
  await Promise.all(
    people.map(async (person) => {
      const own: Queue[] = [];
      for (let made = 0; made < costLimits.stream.runningEach; made += 1) {
        const { queue_id, last_event_id } = await answerOf(person, "/register", wanted);
        own.push({ queue_id, last_event_id });
      }
      queues.set(person, own);
    }),
  );
  const to = people.map(({ id }) => id);
  for (let sent = 0; sent < longMessages; sent += 1)
    await answerOf(people[sent % people.length] as Person, "/messages", {
      type: "direct",
      to,
      content: longestHtml,
    });
  return queues;
};

/** A picture of 81 megapixels, which has to be decoded as a whole. */
const largestPicture = async (): Promise<File> => {
  const side = 9000;
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: "teal" } })
    .png({ progressive: true })
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(picture)], { type: "image/png" }), "large.png");
  const encoded = new Response(form);
  return {
    type: encoded.headers.get("content-type") ?? "",
    body: Buffer.from(await encoded.arrayBuffer()),
  };
};

const crowdsOf = (
  everybody: readonly Person[],
  queues: ReadonlyMap<Person, readonly Queue[]>,
  picture: File,
): readonly Crowd[] => {
  const people = [...queues.keys()];
  const ids = everybody.map(({ id }) => id);
  const times = (cost: CostClass, made: (person: Person, index: number) => Asked, each = eachOf(cost)) =>
    people.flatMap((person) =>
      Array.from({ length: each }, (_, index) => [person, made(person, index)] as const),
    );
  const listening = (most: number, at: string, more: object) =>
    [...queues].flatMap(([person, own]) =>
      own
        .slice(0, most)
        .map((queue) => [person, { method: "GET", at, form: () => ({ ...queue, ...more }) }] as const),
    );
  const newest = (narrow: readonly object[], num_before = 5000) => ({
    method: "GET" as const,
    at: "/messages",
    form: () => ({ anchor: "newest", num_before, num_after: 0, narrow }),
  });
  const long = newest([{ operator: "is", operand: "dm" }]);
  const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(" ");
  const searching = [
    { operator: "channels", operand: "public" },
    { operator: "search", operand: words },
  ];
  const ofOneClass: readonly Crowd[] = [
    {
      cost: "register",
      title: "registrations",
      asks: everybody
        .slice(0, registrations)
        .map((person) => [person, { method: "POST", at: "/register" }] as const),
    },
    {
      cost: "messages",
      title: "pages of messages of 800,000 characters",
      asks: times("messages", () => long, 4),
    },
    {
      cost: "messages",
      title: "pages of messages of 800,000 characters that nobody reads",
      asks: times("messages", () => long, 4),
      isUnread: true,
    },
    {
      cost: "read",
      title: "lists of all users",
      asks: times("read", () => ({ method: "GET", at: "/users" })),
    },
    {
      cost: "read",
      title: "lists of all channels",
      asks: times("read", () => ({ method: "GET", at: "/streams" })),
    },
    {
      cost: "upload",
      title: "uploads of pictures of 81 megapixels",
      asks: times("upload", () => ({ method: "POST", at: "/user_uploads", file: picture }), 2),
    },
    {
      cost: "picture",
      title: "avatars of 81 megapixels",
      asks: times("picture", () => ({ method: "POST", at: "/users/me/avatar", file: picture }), 2),
    },
    { cost: "search", title: "searches for 50 words", asks: times("search", () => newest(searching, 100)) },
    {
      cost: "write",
      title: "messages of formulas",
      asks: times("write", ({ id }) => ({
        method: "POST",
        at: "/messages",
        form: () => ({ type: "direct", to: [id], content: longestHtml }),
      })),
    },
    {
      cost: "bulk",
      title: "channels that 10,000 people are subscribed to",
      asks: times("bulk", ({ id }, index) => ({
        method: "POST",
        at: "/users/me/subscriptions",
        form: () => ({ subscriptions: [{ name: `of ${id}, ${index}` }], principals: ids }),
      })),
    },
    {
      cost: "poll",
      title: "polls of queues that are 12 messages of 800,000 characters behind",
      asks: listening(pollsEach, "/events", { dont_block: true }),
    },
    {
      cost: "poll",
      title: "polls of such queues that nobody reads",
      asks: listening(pollsEach, "/events", { dont_block: true }),
      isUnread: true,
    },
    {
      cost: "stream",
      title: "streams of such queues that nobody reads",
      asks: listening(costLimits.stream.runningEach, "/events/stream", {}),
      isUnread: true,
    },
    {
      cost: "stream",
      title: "streams of such queues that are closed after two seconds, five times",
      asks: listening(costLimits.stream.runningEach, "/events/stream", {}),
      isUnread: true,
      isImpatient: true,
    },
  ];
  const read = ofOneClass.filter(({ isUnread }) => !isUnread);
  const everything: Crowd = {
    cost: "all",
    title: "everything above that is read",
    asks: read.flatMap(({ asks }) => asks),
    isRepeated: true,
  };
  return [...ofOneClass, everything];
};

interface Outcome {
  answered: number;
  refused: number;
  failed: number;
  /** Connections that the server cut off. Clients that don't read don't notice. */
  cutOff: number;
}

/** Sends all requests at once, each on a connection of its own, and counts the outcomes. */
const sendOnce = async (
  url: string,
  { asks, isUnread, isImpatient }: Crowd,
  outcome: Outcome,
): Promise<Outcome> => {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const open = asks.map(([person, asked]) => {
    const { path, body = asked.file?.body } = targetOf(asked, noFacts);
    const headers = {
      Authorization: authorization(person),
      ...(body !== undefined && {
        "Content-Type": asked.file?.type ?? "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
      }),
    };
    const outgoing = request(`${url}${path}`, { agent, method: asked.method, headers });
    const begun = once(outgoing, "response").catch(() => undefined);
    const ended = new Promise<void>((resolve) => {
      outgoing.on("response", (response) => {
        const { statusCode = 0 } = response;
        if (statusCode === 200) outcome.answered += 1;
        else if (statusCode === 503) outcome.refused += 1;
        else {
          outcome.failed += 1;
          response.on("data", (chunk) => console.log(`${statusCode}: ${String(chunk).slice(0, 200)}`));
        }
        response.on("close", resolve).on("error", () => {});
        response.on("aborted", () => {
          outcome.cutOff += 1;
        });
        if (!isUnread || statusCode !== 200) response.resume();
      });
      outgoing.on("error", () => {
        outcome.cutOff += 1;
        resolve();
      });
    });
    outgoing.end(body);
    return { outgoing, begun, ended };
  });
  const atLast = pause(isImpatient ? impatience : longestUnread, undefined, { ref: false });
  await (isUnread
    ? Promise.race([Promise.all(open.map(({ begun }) => begun)), atLast])
    : Promise.all(open.map(({ ended }) => ended)));
  const seen = { ...outcome };
  for (const { outgoing } of open) outgoing.destroy();
  return seen;
};

/** Sends each request again and again, whatever becomes of the others. */
const keepSending = async (url: string, { asks, ...crowd }: Crowd, outcome: Outcome): Promise<Outcome> => {
  const end = performance.now() + persistence;
  const keepAsking = async (one: Crowd["asks"][number]): Promise<void> => {
    while (performance.now() < end) {
      await sendOnce(url, { ...crowd, asks: [one] }, outcome);
      await pause(pauseBetween);
    }
  };
  await Promise.all(asks.map(keepAsking));
  return { ...outcome };
};

/** Sends them as often as their clients come. */
const sendAll = async (url: string, crowd: Crowd): Promise<Outcome> => {
  let outcome: Outcome = { answered: 0, refused: 0, failed: 0, cutOff: 0 };
  if (crowd.isRepeated) return keepSending(url, crowd, outcome);
  for (let visit = 0; visit < (crowd.isImpatient ? visits : 1); visit += 1)
    outcome = await sendOnce(url, crowd, outcome);
  if (crowd.isUnread) await pause(aftermath);
  return outcome;
};

interface Watched {
  readonly url: string;
  readonly people: readonly Person[];
  readonly cost: () => Promise<Cost>;
  readonly whenIdle: () => Promise<void>;
  /** Whether to send those with this title. */
  readonly isWanted: (title: string) => boolean;
  /** How many megabytes the process may take at most. */
  readonly mostResident: number;
  readonly row: (cells: readonly (string | number)[]) => string;
}

/**
 * Sends crowds of requests, as many of each class as admission lets through, and prints what they cost the process. @returns whether all
 * stayed within the budget.
 */
export const measureCrowds = async (watched: Watched): Promise<boolean> => {
  const { url, people, cost, whenIdle, isWanted, mostResident, row } = watched;
  const queues = await queuesBehind(url, people.slice(0, crowdSize));
  console.log("");
  console.log(
    row([
      "class",
      "at once",
      "requests",
      "answered",
      "refused",
      "failed",
      "cut off",
      "MB before",
      "MB at most",
      "loop ms",
      "longest turn ms",
    ]),
  );
  console.log(row(Array.from({ length: 11 }, () => "---")));
  let isWithin = true;
  for (const crowd of crowdsOf(people, queues, await largestPicture())) {
    if (!isWanted(`${crowd.title} at once`)) continue;
    await whenIdle();
    const before = (await cost()).resident;
    const { answered, refused, failed, cutOff } = await sendAll(url, crowd);
    const { resident, blocked, turn } = await cost();
    const most =
      mostResident + (crowd.isUnread ? unreadTogether : 0) + (crowd.cost === "all" ? allTogether : 0);
    const isOne = failed === 0 && resident <= most;
    isWithin &&= isOne;
    console.log(
      row([
        crowd.cost,
        crowd.title,
        crowd.asks.length,
        answered,
        refused,
        failed,
        cutOff,
        before,
        `${Math.round(resident)}${isOne ? "" : " **over**"}`,
        blocked,
        turn,
      ]),
    );
  }
  return isWithin;
};
