export type Namespace = "common" | "components" | "auth" | "account" | "app" | "books" | "manager";
