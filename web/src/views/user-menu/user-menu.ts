import { changeSetting } from "../../api/requests";
import type { App } from "../../app/app";
import type { MenuAction } from "../../ui/menu";
import { ColorScheme } from "../../wire/numbers";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { formattingWords } from "../../words/en-formatting";
import { helpWords } from "../../words/en-help";
import { searchWords } from "../../words/en-search";
import { mayInvite } from "../channels/may-invite";
import { loadDeferred } from "../lazy/lazy-views";

const help = [
  ["keys", deferredWords.keys, "keys"],
  ["help", formattingWords.title, "formatting"],
  ["search", searchWords.filters, "filters"],
  ["info", helpWords.about, "about"],
] as const;

/** The user's own menu. */
export const userMenuActions = (app: App): readonly MenuAction[] => {
  const { store } = app;
  const scheme = Number(store.settings.value.color_scheme ?? ColorScheme.automatic);
  const themes = [
    [ColorScheme.automatic, deferredWords.themes.auto],
    [ColorScheme.light, deferredWords.themes.light],
    [ColorScheme.dark, deferredWords.themes.dark],
  ] as const;
  const isInvisible = store.settings.value.presence_enabled === false;
  const notifies = store.settings.value.enable_desktop_notifications === true;
  const isShown = notifies && "Notification" in window && Notification.permission === "granted";
  return [
    {
      icon: "smile",
      label: deferredWords.setStatus,
      run: () => {
        app.dialog.value = { kind: "status" };
      },
    },
    {
      icon: "hidden",
      label: deferredWords.invisible,
      isOn: isInvisible,
      run: () => void app.attempt(changeSetting("presence_enabled", isInvisible)),
    },
    {
      icon: "bell",
      label: deferredWords.desktopNotices,
      isOn: isShown,
      run: () => {
        if (!isShown) void loadDeferred().then(({ askToNotify }) => askToNotify(app));
        if (isShown === notifies) void app.attempt(changeSetting("enable_desktop_notifications", !notifies));
      },
    },
    ...themes.map(
      ([value, label]): MenuAction => ({
        icon: value === ColorScheme.automatic ? "screen" : value === ColorScheme.light ? "sun" : "moon",
        label,
        isOn: scheme === value,
        run: () => void app.attempt(changeSetting("color_scheme", value)),
      }),
    ),
    { icon: "gear", label: words.settings, run: () => app.go({ screen: "settings", section: "" }) },
    ...(mayInvite(store)
      ? [
          {
            icon: "people" as const,
            label: deferredWords.invite,
            run: () => {
              app.dialog.value = { kind: "invite" };
            },
          },
        ]
      : []),
    {
      icon: "download",
      label: deferredWords.apps,
      run: () => {
        app.dialog.value = { kind: "apps" };
      },
    },
    ...help.map(
      ([icon, label, kind]): MenuAction => ({
        icon,
        label,
        run: () => {
          app.dialog.value = { kind };
        },
      }),
    ),
    {
      icon: "leave",
      label: deferredWords.logOut,
      run: () => void app.attempt(loadDeferred().then(({ logOut }) => logOut(app))),
    },
  ];
};
