import type { Config } from "../config/config";

/** Where the server is. */
export interface SiteAddress {
  /** Where people reach it, without a slash at the end. */
  url(): string;
  /** Where it listens itself. */
  listensAt(): string;
  /** Takes the port that the system chose, where the configuration leaves it open. */
  takePort(port: number): void;
}

/** The address as it is configured, until the port is known that the server has taken. */
export const siteAddress = ({ url, host, port: configured }: Config): SiteAddress => {
  let port = configured;
  const listensAt = () => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    url: () => url ?? listensAt(),
    listensAt,
    takePort: (taken) => {
      port = taken;
    },
  };
};
