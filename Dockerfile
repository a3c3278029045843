# fairplay with Debian's Stockfish 15.1, the engine of the standard recipes.
# Server and worker are the same image; compose.yaml puts them together.
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
 && useradd --create-home fairplay \
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
