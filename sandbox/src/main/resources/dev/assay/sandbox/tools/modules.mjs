// Lets `import` find packages where `require` does.
let places = [];

export async function initialize(data) {
  places = data;
}

export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (failure) {
    if (failure.code === "ERR_MODULE_NOT_FOUND" && !/^(?:[./#]|[a-z]+:)/.test(specifier)) {
      for (const parentURL of places) {
        try {
          return await next(specifier, { ...context, parentURL });
        } catch {
          // the next place may have it
        }
      }
    }
    throw failure;
  }
}
