import { commandNotes } from "../../words/en-commands";
import { isUnknownCommand } from "./slash-commands";

/** For a text that looks like a command, says that it will be sent as a message. */
export const CommandNote = ({ content }: { readonly content: string }) =>
  isUnknownCommand(content) ? (
    <p class="compose-note soft" role="status">
      {commandNotes.notACommand}
    </p>
  ) : null;
