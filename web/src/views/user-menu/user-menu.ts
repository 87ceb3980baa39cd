import { changeSetting } from "../../api/requests";
import type { App } from "../../app/app";
import { mayInRealm } from "../../store/rights";
import type { MenuAction } from "../../ui/menu";
import { words } from "../../words/en";
import { loadDeferred } from "../lazy/lazy-views";

/** The user's own menu. */
export const userMenuActions = (app: App): readonly MenuAction[] => {
  const { store } = app;
  const scheme = Number(store.settings.value.color_scheme ?? 1);
  const themes = [
    [1, words.themes.auto],
    [3, words.themes.light],
    [2, words.themes.dark],
  ] as const;
  const mayInvite =
    mayInRealm(store, "can_invite_users_group") || mayInRealm(store, "create_multiuse_invite_group");
  const notifies = store.settings.value.enable_desktop_notifications === true;
  const isShown = notifies && "Notification" in window && Notification.permission === "granted";
  return [
    {
      icon: "smile",
      label: words.setStatus,
      run: () => {
        app.dialog.value = { kind: "status" };
      },
    },
    {
      icon: "bell",
      label: words.desktopNotices,
      isOn: isShown,
      run: () => {
        if (!isShown) void loadDeferred().then(({ askToNotify }) => askToNotify(app));
        if (isShown === notifies) void app.attempt(changeSetting("enable_desktop_notifications", !notifies));
      },
    },
    ...themes.map(
      ([value, label]): MenuAction => ({
        icon: value === 1 ? "screen" : value === 3 ? "sun" : "moon",
        label,
        isOn: scheme === value,
        run: () => void app.attempt(changeSetting("color_scheme", value)),
      }),
    ),
    { icon: "gear", label: words.settings, run: () => app.go({ screen: "settings", section: "" }) },
    ...(mayInvite
      ? [
          {
            icon: "people" as const,
            label: words.invite,
            run: () => {
              app.dialog.value = { kind: "invite" };
            },
          },
        ]
      : []),
    {
      icon: "download",
      label: words.apps,
      run: () => {
        app.dialog.value = { kind: "apps" };
      },
    },
    {
      icon: "keys",
      label: words.keys,
      run: () => {
        app.dialog.value = { kind: "keys" };
      },
    },
    {
      icon: "leave",
      label: words.logOut,
      run: () => void app.attempt(loadDeferred().then(({ logOut }) => logOut(app))),
    },
  ];
};
