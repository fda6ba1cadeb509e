// Filters by text, category and merchant; they live in the address.

import * as api from "./api.js";
import { go } from "./address.js";
import { categoryChoices } from "./category-choices.js";
import { button, iconButton, options } from "./controls.js";
import { element } from "./dom.js";
import { isFiltered } from "./store.js";
import { visibleText } from "./visible-text.js";

const pauseMilliseconds = 220;

export class FilterBar {
  #timer = null;
  #categories = null;

  constructor() {
    this.text = element("input", {
      class: "input", type: "search", placeholder: "Search", "aria-label": "Search transactions", autocomplete: "off",
      spellcheck: "false", oninput: () => this.#later("text", this.text),
    });
    this.category = element("select", {
      class: "input", "aria-label": "Category", onchange: () => go({ category: this.category.value || null }),
    });
    this.merchant = element("input", {
      class: "input", type: "search", placeholder: "Any merchant", "aria-label": "Merchant", autocomplete: "off", list: "filter-merchants",
      spellcheck: "false", oninput: () => this.#later("merchant", this.merchant), onfocus: () => this.#offerMerchants(),
    });
    this.merchants = element("datalist", { id: "filter-merchants" });
    this.clear = button("Clear filters", () => this.#clear(), { tone: "plain small", drawing: "close" });
    this.toggle = iconButton("filter", "More filters", () => this.#show(this.more.hidden), {
      "aria-expanded": "false", "aria-controls": "more-filters",
    });
    this.more = element("div", { class: "more-filters", id: "more-filters", hidden: true },
      this.category, this.merchant, this.merchants, this.clear);
    this.element = element("search", { class: "filters" }, this.text, this.toggle, this.more);
  }

  update({ place, categories }) {
    if (categories !== this.#categories) {
      this.#categories = categories;
      this.category.replaceChildren(...options([["", "All categories"]]), ...categoryChoices(categories));
    }
    if (place.category && ![...this.category.options].some((option) => option.value === place.category)) {
      this.category.append(element("option", { value: place.category }, visibleText(place.category)));
    }
    this.category.value = place.category ?? "";
    if (document.activeElement !== this.text) this.text.value = place.text ?? "";
    if (document.activeElement !== this.merchant) this.merchant.value = place.merchant ?? "";
    this.clear.hidden = !isFiltered(place);
    if (place.category || place.merchant) this.#show(true);
  }

  #show(isShown) {
    this.more.hidden = !isShown;
    this.toggle.setAttribute("aria-expanded", String(isShown));
  }

  /** A filter follows the typing after a pause, without a step in the history for every letter. */
  #later(field, input) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => go({ [field]: input.value.trim() || null }, { replace: true }), pauseMilliseconds);
  }

  #clear() {
    clearTimeout(this.#timer);
    this.text.value = "";
    this.merchant.value = "";
    go({ category: null, merchant: null, text: null });
    this.text.focus();
  }

  async #offerMerchants() {
    if (this.merchants.childElementCount > 0) return;
    try {
      const { merchants } = await api.merchants(200);
      this.merchants.replaceChildren(...merchants.map((each) => element("option", { value: each.merchant })));
    } catch {
      // Typing works without suggestions.
    }
  }
}
