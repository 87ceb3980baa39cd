import { Announcer } from "./announcer";
import { CodePlaygrounds } from "./code-playgrounds";
import { RescuedEdit } from "./rescued-edit";
import { TallMessages } from "./tall-messages";

/** What goes on beside the screens once the window is idle. */
export const Background = () => (
  <>
    <Announcer />
    <CodePlaygrounds />
    <RescuedEdit />
    <TallMessages />
  </>
);
