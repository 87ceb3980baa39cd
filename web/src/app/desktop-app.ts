/** What zulip-desktop exposes to the page it shows. */
interface Bridge {
  send_event(name: string, ...values: readonly unknown[]): void;
  on_event(name: string, listener: (...values: readonly unknown[]) => void): void;
  new_notification?(
    title: string,
    options: NotificationOptions,
    dispatch: (type: string) => boolean,
  ): unknown;
  get_idle_on_system?(): boolean;
}

/** The desktop app around this page; undefined in browsers. */
export const desktopApp = (): Bridge | undefined => (window as { electron_bridge?: Bridge }).electron_bridge;
