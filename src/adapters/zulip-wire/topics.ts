import type { Topic } from "../../application/ports/topics/topic-reader";
import { topicName } from "./topic-name";

/** Encoding them takes half a millisecond. */
const topicsInPiece = 1000;

/** The JSON of a list, piece by piece, for clients that support the empty name and for others. */
type Written = Readonly<Record<"withEmptyName" | "withoutEmptyName", Uint8Array[]>>;

/** The topics of a channel are the same list for all readers until the next message. */
const writtenLists = new WeakMap<readonly Topic[], Written>();

const encodeTopic = ({ name, newestMessageId }: Topic, allowsEmptyName: boolean): string =>
  `{"name":${JSON.stringify(topicName(name, allowsEmptyName))},"max_id":${newestMessageId}}`;

/** Topics as items of a JSON list. All readers of a list share its bytes. */
export function* writeTopics(topics: readonly Topic[], allowsEmptyName: boolean): Generator<Uint8Array> {
  const written = writtenLists.get(topics) ?? { withEmptyName: [], withoutEmptyName: [] };
  writtenLists.set(topics, written);
  const pieces = allowsEmptyName ? written.withEmptyName : written.withoutEmptyName;
  for (let from = 0, place = 0; from < topics.length; from += topicsInPiece, place += 1) {
    const piece = pieces[place];
    if (piece) yield piece;
    else {
      const some = topics.slice(from, from + topicsInPiece);
      const encoded = Buffer.from(some.map((topic) => encodeTopic(topic, allowsEmptyName)).join(","));
      pieces[place] = encoded;
      yield encoded;
    }
  }
}
