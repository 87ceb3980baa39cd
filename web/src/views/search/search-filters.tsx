import { afterFrame } from "../../app/after-frame";
import { type App, useApp } from "../../app/app";
import { readSearch } from "../../app/search-words";
import { Overlay } from "../../ui/overlay";
import { searchWords } from "../../words/en-search";
import { aboutFilter, isOffered, operandOf, type SearchFilter, searchTable } from "./search-table";

/** Begins a search with a filter that still needs its operand. */
const typeInSearch = (filter: string): void => {
  const field = document.querySelector<HTMLInputElement>("#search");
  if (field === null) return;
  field.focus();
  const before = field.value.trim();
  field.value = before === "" ? filter : `${before} ${filter}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

const search = (app: App, filter: SearchFilter): void => {
  const isWhole = !filter.endsWith(":");
  if (isWhole) app.go({ screen: "narrow", narrow: readSearch(filter, app.names) });
  // Settings have no search box.
  else if (document.querySelector("#search") === null) app.go({ screen: "narrow", narrow: [] });
  // Once the dialog has given the focus back.
  if (!isWhole) afterFrame(() => typeInSearch(filter));
};

/** What searches can ask for. Choosing a filter searches with it, or begins to. */
export const SearchFilters = ({ onClose }: { readonly onClose: () => void }) => {
  const app = useApp();
  return (
    <Overlay title={searchWords.filters} onClose={onClose} class="keys filters">
      <p class="soft">{searchWords.intro}</p>
      <div class="key-groups">
        {searchTable.map(([title, filters]) => {
          const offered = filters.filter((filter) => isOffered(app, filter));
          return (
            offered.length > 0 && (
              <section key={title}>
                <h3>{title}</h3>
                <dl>
                  {offered.map((filter) => (
                    <div key={filter}>
                      <dt>
                        <button
                          type="button"
                          class="plain filter"
                          dir="ltr"
                          onClick={() => {
                            onClose();
                            search(app, filter);
                          }}
                        >
                          {filter}
                          <i>{operandOf[filter]}</i>
                        </button>
                      </dt>
                      <dd>{aboutFilter[filter]}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          );
        })}
        <section>
          <h3>{searchWords.groups.words}</h3>
          <dl>
            {searchWords.words.map(([example, about]) => (
              <div key={example}>
                <dt>
                  <code dir="ltr">{example}</code>
                </dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Overlay>
  );
};
