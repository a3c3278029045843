# fairplay with Debian's Stockfish 15.1, the engine of the standard recipes.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /fairplay ./cmd/fairplay

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends stockfish ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home fairplay
COPY --from=build /fairplay /usr/local/bin/fairplay
USER fairplay
WORKDIR /home/fairplay
ENTRYPOINT ["fairplay"]
CMD ["--help"]
