import { useApp } from "../../app/app";
import { mayPost } from "../../store/rights";
import { words } from "../../words/en";

/** Starts a new message, in views with several conversations. */
export const StartBar = ({ channelId }: { readonly channelId: number | undefined }) => {
  const app = useApp();
  const mayStart = channelId !== undefined && mayPost(app.store, channelId);
  return (
    <div class="compose start-bar">
      <button
        type="button"
        class="plain"
        onClick={() => {
          app.composing.value = { kind: "topic", ...(mayStart && { channelId }) };
        }}
      >
        {mayStart ? words.newTopic : words.newMessage}
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
