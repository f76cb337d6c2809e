import { createFileRoute } from "@tanstack/react-router";
import { recordRoute } from "#app/routing/record-route.tsx";
import { userRecords } from "#features/users/queries.ts";

export const Route = createFileRoute("/manager/users/$id")(recordRoute(() => userRecords));
