import type { Signal } from "@preact/signals";

interface ListFilterProps<Kind extends string> {
  readonly label: string;
  readonly query: Signal<string>;
  readonly kindLabel: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly kind: Kind;
  readonly onKind: (kind: Kind) => void;
}

/** Controls above a list: what its entries are called, and which kind of them is shown. */
export const ListFilter = <Kind extends string>(props: ListFilterProps<Kind>) => {
  const { label, query, kindLabel, kinds, kind, onKind } = props;
  return (
    <div class="page-tools">
      <input
        class="field"
        type="search"
        aria-label={label}
        placeholder={label}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
        }}
      />
      <select
        class="field"
        aria-label={kindLabel}
        value={kind}
        onChange={({ currentTarget }) => onKind(currentTarget.value as Kind)}
      >
        {Object.entries<string>(kinds).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};
