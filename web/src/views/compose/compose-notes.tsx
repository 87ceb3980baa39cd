import type { Place } from "../../store/place";
import { CommandNote } from "./command-note";
import { MentionNotes } from "./mention-notes";
import { ResolvedNote } from "./resolved-note";

interface Props {
  readonly content: string;
  readonly place: Place | undefined;
}

/** The hints for a message that is being written. */
export const ComposeNotes = ({ content, place }: Props) => (
  <>
    <CommandNote content={content} />
    <MentionNotes content={content} place={place} />
    <ResolvedNote content={content} place={place} />
  </>
);
