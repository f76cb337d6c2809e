import module from "node:module";

/**
 * Node parses a package's package.json again for each of its `.js` files. That of drizzle-orm has 180 kB, which takes each
 * process a second and 200 MB. Its relative imports are all of ES modules, so Node doesn't need to look.
 */
module.registerHooks?.({
  resolve(specifier, context, next) {
    const importer = context.parentURL ?? "";
    const isInside = specifier.startsWith(".") && /\/drizzle-orm\/.*\.js$/.test(importer);
    if (!isInside) return next(specifier, context);
    return { url: new URL(specifier, importer).href, format: "module", shortCircuit: true };
  },
});
