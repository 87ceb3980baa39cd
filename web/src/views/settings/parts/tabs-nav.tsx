import { administrationWords } from "../../../words/en-channel-administration";

interface PartsNavProps {
  /** The id of the channel or group. */
  readonly name: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly at: string;
  readonly href: (part: string) => string;
}

/** Tabs for settings that fill more than one screen. */
export const TabsNav = ({ name, parts, at, href }: PartsNavProps) => (
  <nav class="choices" aria-label={administrationWords.partsOf(name)}>
    {Object.entries(parts).map(([part, label]) => (
      <a key={part} class="plain" href={href(part)} {...(part === at && { "aria-current": "page" as const })}>
        {label}
      </a>
    ))}
  </nav>
);
