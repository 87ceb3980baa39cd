import type { Codec } from "./codec";
import type { Dict } from "./dict";

/** The fields of an entity, or of a change, as rows and the log store them. A codec of an object writes an object. */
export const stored = <A extends object>(codec: Codec<A>, value: A): Dict => codec.encode(value) as Dict;
