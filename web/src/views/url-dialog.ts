import { useLayoutEffect } from "preact/hooks";
import { type App, useApp } from "../app/app";
import type { Dialog } from "../app/dialog";
import { channelIdIn, readLocation } from "../app/location";
import { askForAccount } from "../app/to-login";
import { useLayer } from "../ui/use-layer";
import { helpWords } from "../words/en-help";
import { mayInvite } from "./channels/may-invite";

/** The dialog that a URL names, as Zulip's clients name it. */
export const dialogAt = (hash: string): Dialog | undefined => {
  const [word, id = ""] = hash.replace(/^#\/?/, "").split("/");
  switch (word) {
    case "keyboard-shortcuts":
      return { kind: "keys" };
    case "message-formatting":
      return { kind: "formatting" };
    case "search-operators":
      return { kind: "filters" };
    case "about-zulip":
    case "about":
      return { kind: "about" };
    case "invite":
      return { kind: "invite" };
    case "user":
      return /^\d+$/.test(id) ? { kind: "person", userId: Number(id) } : undefined;
    default:
      return undefined;
  }
};

const openUrl = (app: App, hash: string): void => {
  const { dialog, names } = app;
  const wanted = dialogAt(hash);
  const isForUsers = wanted?.kind === "person" || wanted?.kind === "invite";
  if (app.isSpectator && isForUsers) askForAccount(hash);
  else if (wanted?.kind === "invite" && !mayInvite(app.store))
    app.showToast({ text: helpWords.mayNotInvite });
  else if (wanted) dialog.value = wanted;
  else {
    const channel = readLocation(hash.replace(/^#\/?topics\//, "#narrow/"), names, app.home.peek());
    app.redirect(channel);
    const channelId = channel.screen === "narrow" ? channelIdIn(channel.narrow) : undefined;
    if (channelId !== undefined && names.channelName(channelId) !== undefined)
      dialog.value = { kind: "go", scope: channelId };
  }
};

interface UrlDialogProps {
  readonly hash: string;
  readonly onClose: () => void;
}

/** Opens what a URL asks for in its own place. */
export const UrlDialog = ({ hash, onClose }: UrlDialogProps): null => {
  const app = useApp();
  // Until then it is a layer itself, so the dialog takes over its entry of the history.
  useLayer(onClose);
  useLayoutEffect(() => {
    openUrl(app, hash);
    onClose();
  }, [app, hash]);
  return null;
};
