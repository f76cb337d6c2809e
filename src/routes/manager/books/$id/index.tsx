import { createFileRoute } from "@tanstack/react-router";
import { ManagerBookScreen } from "#features/books/screens/manager-book-screen.tsx";

export const Route = createFileRoute("/manager/books/$id/")({ component: ManagerBookScreen });
