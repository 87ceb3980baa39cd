import { administrationWords } from "../../words/en-channel-administration";

interface PartsNavProps {
  /** Whose parts they are. */
  readonly name: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly at: string;
  readonly href: (part: string) => string;
}

/** The parts of what has more settings than one screen. */
export const PartsNav = ({ name, parts, at, href }: PartsNavProps) => (
  <nav class="choices" aria-label={administrationWords.partsOf(name)}>
    {Object.entries(parts).map(([part, label]) => (
      <a key={part} class="plain" href={href(part)} {...(part === at && { "aria-current": "page" as const })}>
        {label}
      </a>
    ))}
  </nav>
);
