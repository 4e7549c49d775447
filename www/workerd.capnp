# The Worker as `make run` serves it. The address is given on the command line.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .page),
    (name = "files", disk = (path = "assets")),
    (name = "internet", network = (allow = [])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const page :Workerd.Worker = (
  compatibilityDate = "2026-01-01",
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "core_bg.wasm", wasm = embed "core_bg.wasm"),
  ],
  durableObjectNamespaces = [(className = "Lab", uniqueKey = "retriage-lab")],
  durableObjectStorage = (inMemory = void),
  bindings = [
    (name = "LAB", durableObjectNamespace = "Lab"),
    (name = "ASSETS", service = "files"),
  ],
);
