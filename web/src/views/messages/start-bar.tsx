import { useApp } from "../../app/app";
import { words } from "../../words/en";

/** Starts a new message, in views with several conversations. */
export const StartBar = ({ channelId }: { readonly channelId: number | undefined }) => {
  const app = useApp();
  const isInChannel = channelId !== undefined;
  return (
    <div class="compose start-bar">
      <button
        type="button"
        class="plain"
        onClick={() => {
          app.composing.value = { kind: "topic", ...(isInChannel && { channelId }) };
        }}
      >
        {isInChannel ? words.newTopic : words.newMessage}
      </button>
      <button
        type="button"
        class="plain"
        onClick={() => {
          app.composing.value = { kind: "direct" };
        }}
      >
        {words.newDirect}
      </button>
    </div>
  );
};
