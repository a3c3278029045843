# fairplay with Debian's Stockfish 15.1, the engine of the standard recipes.
# Server and worker are the same image; compose.yaml puts them together.
# Images are named by digest, as docker-library/repo-info lists them, so that
# what is built today is built again tomorrow; Go is the one that releases are
# made with, and its checksum is in Go's checksum database.
FROM golang:1.26-bookworm@sha256:551752d3ad9de9923190bf5280500617ed8fee287ffb4b0220e770ef89346258 AS build
WORKDIR /src
ENV GOTOOLCHAIN=go1.26.8 CGO_ENABLED=0 GOAMD64=v1 GOARM64=v8.0
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go build -trimpath -o /fairplay ./cmd/fairplay

FROM debian:bookworm-slim@sha256:abd67ffcfa541b485a3dff59865ab629aa048a6c613e639d36e7456b0b229241
RUN apt-get update \
 && apt-get install -y --no-install-recommends stockfish ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 fairplay \
 && install -d -m 700 -o fairplay -g fairplay /var/lib/fairplay
COPY --from=build /fairplay /usr/local/bin/fairplay
USER fairplay
WORKDIR /home/fairplay
# Inside a container the address of the container is the one to listen on; who
# may reach it is decided where the port is published.
ENV FAIRPLAY_DATA=/var/lib/fairplay FAIRPLAY_LISTEN=0.0.0.0:8080
VOLUME /var/lib/fairplay
EXPOSE 8080
ENTRYPOINT ["fairplay"]
CMD ["serve"]
