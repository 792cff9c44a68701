// Starts the API reference in the browser. It is a separate file because the page does not allow inline scripts.
const field = document.getElementById("tenant");
const tenant = new URLSearchParams(location.search).get("tenant") ?? field.value;
field.value = tenant;

/** Swagger UI shows its dark theme if the page has the class `dark-mode`. */
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
followTheme();
dark.addEventListener("change", followTheme);

/** Sends requests to the server from which this page was loaded: it may have another address than the public one. */
function toThisServer(request) {
  const url = new URL(request.url, location.href);
  request.url = `${location.origin}${url.pathname}${url.search}`;
  return request;
}

/** Loads the API document, and sets the tenant in it. */
async function loadDocument() {
  const query = tenant === "" ? "" : `?tenant=${encodeURIComponent(tenant)}`;
  const document = await (await fetch(`/openapi.json${query}`)).json();
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { name, schema } of operations.flatMap(({ parameters = [] }) => parameters))
    if (name === "X-SVC-Tenant") schema.default = tenant;
  return document;
}

window.SwaggerUIBundle({
  spec: await loadDocument(),
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  requestInterceptor: toThisServer,
});
