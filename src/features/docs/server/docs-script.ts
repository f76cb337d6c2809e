/** The page's script (search, curl commands, "Try it"), sent as its source: it uses nothing outside of itself. */
export function docsScript(document: Document): void {
  const find = <Kind extends Element>(selector: string, part: ParentNode = document) =>
    part.querySelector<Kind>(selector);
  const findAll = <Kind extends Element>(selector: string, part: ParentNode = document) => [
    ...part.querySelectorAll<Kind>(selector),
  ];
  const keyField = find<HTMLInputElement>("#key"); // optional: api-keys

  function openLinked() {
    const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(linked instanceof HTMLDetailsElement)) return;
    linked.open = true;
    linked.scrollIntoView();
  }

  /** Without case, accents and Arabic vowel marks. */
  // oxlint-disable-next-line no-restricted-properties -- nothing can be imported here, and the texts are short or the reader's own
  const fold = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

  function search(term: string) {
    const words = fold(term).split(/\s+/);
    let count = 0;
    for (const operation of findAll<HTMLElement>(".operation")) {
      const text = fold(find("summary", operation)?.textContent ?? "");
      operation.hidden = !words.every((word) => text.includes(word));
      if (!operation.hidden) count += 1;
      const link = find<HTMLElement>(`[data-for="${CSS.escape(operation.id)}"]`);
      if (link) link.hidden = operation.hidden;
    }
    const found = find<HTMLElement>("#found");
    if (found) found.textContent = count === 0 ? (found.dataset.none ?? "") : "";
  }

  /** The request that a form describes. */
  function requestOf(form: HTMLFormElement) {
    const { method = "GET", url = "" } = form.dataset;
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    let path = url;
    for (const field of findAll<HTMLInputElement>("[data-in]", form)) {
      const place = field.dataset.in;
      if (place === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
      else if (field.value && place === "query") query.append(field.name, field.value);
      else if (field.value) headers[field.name] = field.value;
    }
    const body = find<HTMLTextAreaElement>("textarea", form)?.value;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    return { method, url: query.size > 0 ? `${path}?${query}` : path, headers, body };
  }

  function writeCurl(form: HTMLFormElement) {
    const { method, url, headers, body } = requestOf(form);
    const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    headers.Authorization = "Bearer $API_KEY"; // optional: api-keys
    const parts = Object.entries(headers).map(
      ([name, value]) => `-H "${name}: ${value.replaceAll('"', '\\"')}"`,
    );
    const curl = find(".curl", form);
    if (curl)
      curl.textContent = [
        `curl -X ${method} ${quote(url)}`,
        ...parts,
        ...(body ? [`-d ${quote(body)}`] : []),
      ].join(" \\\n  ");
  }

  async function send(form: HTMLFormElement) {
    const status = find<HTMLElement>(".status", form);
    const answer = find<HTMLElement>(".answer", form);
    if (!status || !answer) return;
    const { url, ...request } = requestOf(form);
    const init: RequestInit = request;
    // optional: api-keys
    if (keyField?.value) {
      request.headers.Authorization = `Bearer ${keyField.value}`;
      init.credentials = "omit";
    }
    // end: api-keys
    try {
      const response = await fetch(url, init);
      const limit = response.headers.get("ratelimit");
      status.textContent = `${response.status} ${response.statusText}${limit ? ` · RateLimit: ${limit}` : ""}`;
      answer.textContent = formatted(await response.text()).slice(0, 100_000);
    } catch {
      status.textContent = status.dataset.failed ?? "";
      answer.textContent = "";
    }
    answer.hidden = answer.textContent === "";
  }

  function formatted(text: string): string {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  async function copy(button: HTMLButtonElement, form: HTMLFormElement) {
    await navigator.clipboard.writeText(find(".curl", form)?.textContent ?? "");
    const status = find(".status", form);
    if (status) status.textContent = button.dataset.copied ?? "";
  }

  for (const form of findAll<HTMLFormElement>(".operation form")) {
    const details = form.closest("details");
    details?.addEventListener("toggle", () => details.open && writeCurl(form));
    form.addEventListener("input", () => writeCurl(form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form);
    });
    const button = find<HTMLButtonElement>("[data-copy]", form);
    button?.addEventListener("click", () => void copy(button, form));
  }
  const searchField = find<HTMLInputElement>("#search");
  searchField?.addEventListener("input", () => search(searchField.value.trim()));
  window.addEventListener("hashchange", openLinked);
  openLinked();
}
