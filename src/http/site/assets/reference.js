// Starts the API reference. It runs in the browser, as a file of its own: the page allows no inline script.
const field = document.getElementById("tenant");
const tenant = new URLSearchParams(location.search).get("tenant") ?? field.value;
field.value = tenant;

/** Swagger UI has its dark theme where the page has this class. */
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
followTheme();
dark.addEventListener("change", followTheme);

/** The service can be reached by other names than its public address: requests go to where this page came from. */
function toThisServer(request) {
  const url = new URL(request.url, location.href);
  request.url = `${location.origin}${url.pathname}${url.search}`;
  return request;
}

/** The API document, in which the tenant is filled in. */
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
