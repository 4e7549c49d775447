// A Worker as workerd is given it: its bundle and its configuration.
import { build } from 'esbuild';

/** As wrangler bundles: its conditions, and the module left as a file beside the script. */
export const bundleWorker = (from, outfile, options) => build({
  bundle: true,
  conditions: ['workerd', 'worker', 'browser'],
  entryPoints: [from],
  external: ['*.wasm'],
  format: 'esm',
  logLevel: 'warning',
  minify: true,
  outfile,
  ...options,
});

/** Files are named as seen from the configuration. `upstream` is what the Worker finds as UPSTREAM. */
export const workerConfig = ({ port, date, script, core, upstream = '' }) => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  compatibilityDate = "${date}",
  bindings = [(name = "UPSTREAM", text = "${upstream}")],
  modules = [
    (name = "worker.js", esModule = embed "${script}"),
    (name = "core_bg.wasm", wasm = embed "${core}"),
  ],
);
`;
