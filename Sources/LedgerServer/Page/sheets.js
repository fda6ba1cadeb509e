// Opens sheets. What a sheet needs is loaded when it is first wanted, so that the dashboard doesn't wait for it.

const opener = (load, name) => async (...words) => (await load())[name](...words);

export const openAddSheet = opener(() => import("./add-sheet.js"), "openAddSheet");
export const openBudgetSheet = opener(() => import("./budget-sheet.js"), "openBudgetSheet");
export const openEditSheet = opener(() => import("./edit-sheet.js"), "openEditSheet");
export const openHistorySheet = opener(() => import("./history-sheet.js"), "openHistorySheet");
export const openImportSheet = opener(() => import("./import-sheet.js"), "openImportSheet");
export const openSplitSheet = opener(() => import("./split-sheet.js"), "openSplitSheet");
export const openTimeSheet = opener(() => import("./time-sheet.js"), "openTimeSheet");
